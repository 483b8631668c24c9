import { useEffect, useState } from "preact/hooks";
import type { FillWish } from "../engine/filled-sheet.ts";
import type { Exchanged, ShownFilling, ShownSuggestion } from "../engine/filler.ts";
import type { KeptFilling } from "../engine/kept.ts";
import type { PageProblem } from "../engine/page-language.ts";
import { BoxEditor, type ChosenGame, Field, GameField, HouseRules } from "./game-fields.tsx";
import { gameInAddress, LinkedGameNotice, useAddress, useChosenGame, useReturn } from "./address.tsx";
import { Button, askForPersistence, type Done, tellKept, Problems, type PageProps } from "./notices.tsx";
import { download } from "./saved-file.ts";

/** The page to fill in a sheet by tapping. */
export function Fill({ engine, words, offerUndo }: PageProps) {
  const { say } = words;
  const [shown, show] = useState<ShownFilling | null>(null);
  const [isCounted, setCounted] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [linked, setLinked] = useState<string | null>(null);
  const [wish, setWish] = useState<FillWish>({ variant: "yatzy", choices: {}, names: ["", ""] });
  const resume = async () => {
    const next = await engine.filler.resume();
    // What is the same stays as it is under a finger that is just tapping.
    show((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
  };
  // Opens the sheet of the last visit, or what another page put on the table; a change of language loads all texts again.
  useAddress(async () => {
    setLinked(gameInAddress("fill"));
    // With nothing on the table, a sheet can be begun while the engine loads.
    setAsked((await engine.countKept()).fillings === 0);
    setCounted(true);
    await resume();
    setAsked(true);
  }, [words.code]);
  useReturn(resume, []);
  // The game of a link can be begun while a sheet of another one stays on the table.
  const game = linked !== null && { variant: linked, choices: {} };
  const isOther = shown !== null && linked !== null && linked !== shown.wish.variant;
  const onBegun = ({ shown: begun, before }: Exchanged) => {
    history.replaceState(null, "", "#fill");
    setLinked(null);
    show(begun);
    offerBack(before);
  };
  const offerBack = (before: KeptFilling | null) => {
    if (before === null) return;
    // Another window may have begun it.
    const [key, game] = shown === null ? ["undo.exchanged", ""] : ["undo.sheet", shown.title];
    offerUndo({ message: (say) => say(key, { game }), undo: putBack(engine.filler, before, show) });
  };
  return (
    <section class="fill" aria-labelledby="fill-title" aria-busy={!isCounted}>
      <h1 id="fill-title">{say("fill.heading")}</h1>
      <LinkedGameNotice page="fill" opens {...{ engine, words }} />
      {isOther && (
        <p class="take">
          <a class="button" href="#fill">
            {say("fill.back", { game: shown.title })}
          </a>
        </p>
      )}
      {isAsked && (isOther || shown === null) && (
        <Begin {...{ engine, words, onBegun }} wish={{ ...(shown?.wish ?? wish), ...game }} />
      )}
      {shown !== null && !isOther && (
        <Sheet {...{ engine, words, offerUndo, offerBack, shown, show, resume }} onClear={setWish} />
      )}
    </section>
  );
}

/** Restores a sheet. The one that it replaces can be put back in turn. */
function putBack(
  filler: PageProps["engine"]["filler"],
  sheet: KeptFilling,
  show: (shown: ShownFilling) => void,
) {
  return async (): Promise<Done | null> => {
    const { shown, before } = await filler.putBack(sheet);
    show(shown);
    return before && { message: (say) => say("undo.exchanged"), undo: putBack(filler, before, show) };
  };
}

/** As many as fit on a screen. */
const MOST_PLAYERS = 12;

interface BeginProps extends Pick<PageProps, "engine" | "words"> {
  /** Game, house rules and players to begin with. */
  readonly wish: FillWish;
  readonly onBegun: (begun: Exchanged) => void;
}

function Begin({ engine, words, wish, onBegun }: BeginProps) {
  const { say } = words;
  const [game, setGame] = useState<ChosenGame>(wish);
  useChosenGame("fill", engine, (variant) => setGame({ variant, choices: {} }));
  // Names of removed players come back with the next added one.
  const [typed, setTyped] = useState<readonly string[]>(wish.names);
  const [players, setPlayers] = useState(typed.length);
  const names = Array.from({ length: players }, (_, at) => typed[at] ?? "");
  const [problems, setProblems] = useState<readonly PageProblem[]>([]);
  const begin = async (event: Event) => {
    event.preventDefault();
    const begun = await engine.filler.begin({ ...game, names });
    setProblems(begun.problems);
    askForPersistence();
    if (begun.made !== null) onBegun(begun.made);
  };
  return (
    <>
      <p class="lead">{say("fill.intro")}</p>
      <form class="wishes" onSubmit={begin}>
        <GameField {...{ engine, words, game }} onChange={setGame} />
        <fieldset class="who">
          <legend>{say("print.players")}</legend>
          {names.map((name, at) => (
            <Field key={at} label={say("fill.player", { n: at + 1 })}>
              <input
                value={name}
                autocomplete="off"
                onInput={({ currentTarget: { value } }) =>
                  setTyped([...names.with(at, value), ...typed.slice(players)])
                }
              />
            </Field>
          ))}
          <div class="answer">
            {names.length < MOST_PLAYERS && (
              <Button onTap={() => setPlayers(players + 1)} label={say("fill.more")} />
            )}
            {names.length > 1 && <Button onTap={() => setPlayers(players - 1)} label={say("fill.fewer")} />}
          </div>
        </fieldset>
        <HouseRules {...{ engine, words, game }} onChange={setGame} />
        <div class="take">
          <button type="submit" class="main">
            {say("fill.begin")}
          </button>
        </div>
      </form>
      <Problems problems={problems} />
    </>
  );
}

interface SheetProps extends PageProps {
  readonly shown: ShownFilling;
  readonly show: (shown: ShownFilling | null) => void;
  /** Shows the sheet that is on the table. */
  readonly resume: () => Promise<void>;
  readonly offerBack: (before: KeptFilling | null) => void;
  /** Tells what the cleared sheet was begun with. */
  readonly onClear: (wish: FillWish) => void;
}

/** The sheet: a tap on a box opens it, and sums follow. */
function Sheet(props: SheetProps) {
  const { words, offerUndo, offerBack, shown, show, resume, onClear } = props;
  const { filler } = props.engine;
  const { say } = words;
  const { id } = shown;
  const [opened, setOpened] = useState({ box: -1, of: id });
  const [fault, setFault] = useState("");
  const open = opened.of === id && opened.box >= 0 ? opened.box : null;
  const close = () => setOpened({ box: -1, of: id });
  const take = (next: ShownFilling) => {
    show(next);
    close();
  };
  /** Goes on with what was done; if another window has put another sheet on the table, shows that. */
  const tap = async <T,>(work: Promise<T | null>, goOn: (done: T) => unknown) => {
    const done = await work;
    await (done === null ? resume() : goOn(done));
  };
  const answer = (box: number, typed: string) =>
    tap(filler.answer(box, typed, id), (answered) => {
      setFault(answered.fault ?? "");
      if (answered.shown !== undefined) take(answered.shown);
    });
  const onClick = (event: MouseEvent) => {
    const cell = (event.target as Element).closest("button");
    if (cell?.dataset.at === undefined) return;
    setFault("");
    setOpened({ box: Number(cell.dataset.at), of: id });
  };
  const save = async (kind: "yaml" | "csv") => download(await filler.save(kind));
  const again = () =>
    tap(filler.beginAgain(id), (begun) => {
      take(begun.shown);
      offerBack(begun.before);
    });
  const clear = () =>
    tap(filler.clear(id), (sheet) => {
      onClear(sheet.wish);
      show(null);
      offerBack(sheet);
    });
  const leave = (player: number, name: string) =>
    tap(filler.leave(player, id), (left) => {
      take(left.shown);
      // Restoring the players loses nothing else.
      const undo = async () => {
        if (left.before !== null) take((await filler.putBack(left.before)).shown);
      };
      offerUndo({ message: (say) => say("undo.left", { name }), undo });
    });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is tapped are the buttons inside.
    <article class="filling" onClick={onClick}>
      <h2>{shown.title}</h2>
      <p class={shown.turn.isOver ? "turn over" : "turn"} role="status">
        {shown.turn.words}
      </p>
      {shown.turn.isOver && (
        <div class="take">
          <Button isMain onTap={again} label={say("fill.again")} />
        </div>
      )}
      {shown.dice !== null && !shown.turn.isOver && (
        <DicePad key={shown.title} {...{ filler, words, dice: shown.dice, shown }} onAnswer={answer} />
      )}
      <div class="answer">
        <Button disabled={!shown.canUndo} onTap={() => tap(filler.undo(id), show)} label={say("fill.undo")} />
        <p class="small">{say("fill.tap")}</p>
      </div>
      <div class="table-and-more">
        <div dangerouslySetInnerHTML={{ __html: shown.html.table }} />
        <div class="more">
          {open !== null && (
            <BoxEditor
              box={open}
              fault={fault}
              load={() => filler.editor(open, id)}
              changes={[shown, words.code]}
              onAnswer={(typed) => answer(open, typed)}
              onUndo={() => tap(filler.empty(open, id), take)}
              onClose={close}
            />
          )}
          <div class="answer">
            <Button onTap={() => tap(filler.keep(id), () => tellKept(offerUndo))} label={say("check.keep")} />
            {(["yaml", "csv"] as const).map((kind) => (
              <Button key={kind} onTap={() => save(kind)} label={say(`check.save-${kind}`)} />
            ))}
            <Button onTap={again} label={say("fill.again")} />
            <Button onTap={clear} label={say("fill.clear")} />
          </div>
          <div role="status" dangerouslySetInnerHTML={{ __html: shown.html.findings }} />
          <div dangerouslySetInnerHTML={{ __html: shown.html.ranking }} />
          {shown.players.length > 1 && (
            <details class="leaving">
              <summary>{say("fill.leaving")}</summary>
              <div class="answer">
                {shown.players.map((name, at) => (
                  <Button key={name} onTap={() => leave(at + 1, name)} label={say("fill.leave", { name })} />
                ))}
              </div>
            </details>
          )}
        </div>
      </div>
    </article>
  );
}

interface DiceProps {
  readonly filler: PageProps["engine"]["filler"];
  readonly words: PageProps["words"];
  readonly shown: ShownFilling;
  readonly dice: readonly (readonly number[])[];
  readonly onAnswer: (box: number, typed: string) => Promise<void>;
}

/** Dice to tap, and what the roll is worth in each open box. */
function DicePad({ filler, words: { say, code }, shown, dice, onAnswer }: DiceProps) {
  const [roll, setRoll] = useState<readonly number[]>([]);
  const [found, setFound] = useState<readonly ShownSuggestion[] | null>(null);
  const isWhole = roll.length === dice.length;
  useEffect(() => {
    setFound(null);
    if (isWhole) void filler.suggest([...roll]).then(setFound);
  }, [roll, shown, code]);
  const faces = [...new Set(dice.flat())].sort((a, b) => a - b);
  return (
    <details class="dice">
      <summary>{say("fill.dice")}</summary>
      <div class="answer faces">
        {faces.map((face) => (
          <Button key={face} label={`${face}`} disabled={isWhole} onTap={() => setRoll([...roll, face])} />
        ))}
      </div>
      <div class="answer">
        {dice.map((_, at) => (
          <button
            type="button"
            key={at}
            class="die"
            disabled={roll[at] === undefined}
            aria-label={say("fill.remove-die", { face: roll[at] ?? "" })}
            onClick={() => setRoll(roll.toSpliced(at, 1))}
          >
            {roll[at] ?? ""}
          </button>
        ))}
        <Button disabled={roll.length === 0} onTap={() => setRoll([])} label={say("fill.roll-again")} />
      </div>
      {found !== null && (
        <div class="answer likely" role="status">
          {found.length === 0 && <p>{say("fill.nothing")}</p>}
          {found.map(({ at, typed, place, score }, nth) => (
            <Button
              key={at}
              isMain={nth === 0}
              label={`${place}: ${score}`}
              onTap={() => onAnswer(at, typed).then(() => setRoll([]))}
            />
          ))}
        </div>
      )}
    </details>
  );
}
