import type { LinkedGame } from "../engine/writer.ts";
import type { Words } from "./words.ts";

interface LinkedProps {
  readonly words: Words;
  readonly game: LinkedGame;
  readonly onTake: () => void;
  readonly onLeave: () => void;
}

/** Asks whether a game that came with a link is wanted. */
export function LinkedGameQuestion({ words: { say }, game, onTake, onLeave }: LinkedProps) {
  const name = game.name === "" ? say("write.unnamed") : game.name;
  return (
    <section class="linked" role="alert">
      <p>
        <strong>{say("linked.brings", { name })}</strong>
        <span class="hint">{say("linked.apart")}</span>
      </p>
      <div class="answer">
        <button type="button" onClick={onTake}>
          {say("linked.take")}
        </button>
        <button type="button" onClick={onLeave}>
          {say("linked.leave")}
        </button>
      </div>
    </section>
  );
}
