import { expect, test } from "vitest";
import { messagesInCode } from "../support/messages.ts";

const messages = messagesInCode();

test("no gap of a message holds English words: they would stay English in every language", () => {
  expect(messages.length).toBeGreaterThan(700);
  expect(messages.filter(({ untranslated }) => untranslated.length > 0)).toEqual([]);
});
