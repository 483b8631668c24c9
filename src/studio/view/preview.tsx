import { useEffect, useRef, useState } from "preact/hooks";

/**
 * The result of work that is repeated after each change: debounced, one run at a time, and the last result wins.
 *
 * @param work null to keep the last result
 * @param pauseMs the time without changes before it begins
 * @param changes the dependencies, as for an effect
 */
export function useLatest<T>(
  work: (() => Promise<T>) | null,
  pauseMs: number,
  changes: readonly unknown[],
): T | null {
  const [made, setMade] = useState<T | null>(null);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(0);
  useEffect(() => {
    if (work === null) return;
    const turn = ++latest.current;
    const pause = setTimeout(async () => {
      await running.current;
      if (turn !== latest.current) return;
      // After a failure, such as a file that can't be fetched, the last result stays.
      const result = work().catch(() => null);
      running.current = result;
      const value = await result;
      if (turn === latest.current && value !== null) setMade(() => value);
    }, pauseMs);
    return () => clearTimeout(pause);
  }, changes);
  return made;
}

/** The last successful result: a preview stays while what is typed is wrong. */
export function useLastMade<T>(printed: { readonly made: T | null } | null): T | null {
  const last = useRef<T | null>(null);
  if (printed !== null && printed.made !== null) last.current = printed.made;
  return last.current;
}

/** An SVG page as an image, so that no script in it can run. */
export function SvgPage({ svg, label }: { readonly svg: string; readonly label: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [svg]);
  if (address === "") return null;
  return (
    <figure class="paper">
      <img src={address} alt={label} />
    </figure>
  );
}
