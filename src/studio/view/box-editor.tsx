import { useEffect, useRef, useState } from "preact/hooks";

interface EditorProps {
  readonly box: number;
  /** Loads the HTML to show. */
  readonly load: () => Promise<string>;
  /** Its dependencies besides the box. */
  readonly changes: readonly unknown[];
  /** The fault of the last answer; empty if there is none. */
  readonly fault: string;
  readonly onAnswer: (typed: string) => void;
  readonly onUndo: () => void;
  readonly onClose: () => void;
  /** Draws the picture of the box, if there is one. */
  readonly draw?: (canvas: HTMLCanvasElement) => void;
}

/** One box, with its possible entries to tap. */
export function BoxEditor(props: EditorProps) {
  const { box, load, changes, fault, draw } = props;
  const [html, setHtml] = useState("");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => void load().then(setHtml), [box, ...changes]);
  useEffect(() => {
    const canvas = place.current?.querySelector("canvas");
    if (canvas) draw?.(canvas);
  }, [html, draw, box]);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
  }, [box, html === ""]);
  useEffect(() => {
    const line = place.current?.querySelector(".fault");
    if (line) line.textContent = fault;
  }, [fault, html]);
  useEffect(() => {
    const around = place.current?.closest("article");
    // Looked up each time, because every answer renders the table again.
    const cell = () => around?.querySelector<HTMLElement>(`.cell[data-at="${box}"]`);
    cell()?.setAttribute("aria-current", "true");
    return () => {
      cell()?.removeAttribute("aria-current");
      // Keyboard users continue at the box.
      if (document.activeElement === document.body) cell()?.focus({ preventScroll: true });
    };
  }, [box]);
  const onClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest("button");
    event.stopPropagation();
    if (button === null) return;
    if (button.dataset.value !== undefined) props.onAnswer(button.dataset.value);
    else if (button.matches(".undo")) props.onUndo();
    else if (button.matches(".close")) props.onClose();
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    props.onAnswer(place.current?.querySelector("input")?.value ?? "");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is tapped are the buttons inside.
    <div
      class="editor"
      ref={place}
      tabIndex={-1}
      onClick={onClick}
      onSubmit={onSubmit}
      onKeyDown={({ key }) => key === "Escape" && props.onClose()}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
