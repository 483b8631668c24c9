import { useEffect, useState } from "preact/hooks";

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
