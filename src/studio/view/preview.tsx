import { useEffect, useRef, useState } from "preact/hooks";

/**
 * What comes of work that is begun anew whenever something changes: after a pause, one at a time, and the last result wins.
 *
 * @param work null while there is nothing to do, which leaves what was there
 * @param pauseMs so long nothing may change before it begins
 * @param changes what it depends on, as for an effect
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
      // What fails, such as a file that can't be fetched, leaves what was there.
      const result = work().catch(() => null);
      running.current = result;
      const value = await result;
      if (turn === latest.current && value !== null) setMade(() => value);
    }, pauseMs);
    return () => clearTimeout(pause);
  }, changes);
  return made;
}

/** A page that was drawn as SVG, as a picture: nothing in it can run. */
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
