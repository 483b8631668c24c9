import type { Prompter } from "../../src/cli/console/prompts.ts";

/** Someone who gives these answers: the words of a choice, or what is typed. */
export function answering(...answers: string[]) {
  const heard: string[] = [];
  const offered: string[][] = [];
  const next = () => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error("nothing more to answer");
    return answer;
  };
  const prompter: Prompter = {
    tell: (words) => heard.push(words),
    choose: async (question, choices) => {
      heard.push(question);
      offered.push(choices.map(({ words }) => words));
      const answer = next();
      const picked = choices.find(({ words }) => words === answer || words.startsWith(`${answer} (`));
      if (picked === undefined) throw new Error(`no choice ${answer} among ${choices.map((c) => c.words)}`);
      return picked.value;
    },
    type: async (question, fault) => {
      heard.push(question);
      for (;;) {
        const typed = next();
        const wrong = fault(typed);
        if (wrong === null) return typed;
        heard.push(wrong);
      }
    },
  };
  return { prompter, heard, offered, left: answers };
}
