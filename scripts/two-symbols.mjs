/** Of a hundred kinds of symbols two are drawn, and no words below them: all the others and two fonts take long to load. */
export const TWO_SYMBOLS = {
  name: "two-symbols",
  transform(code, id) {
    if (id.endsWith("/bwip-js-gen.mjs")) return changed(code, /^FontLib\.loadFont\(.*$/gm, "");
    if (!id.endsWith("/bwipp.mjs")) return null;
    // What looks them up by name keeps them all in the bundle.
    const lookup = `function bwipp_lookup(name) {
  const known = { datamatrixrectangular: bwipp_datamatrixrectangular, qrcode: bwipp_qrcode };
  if (known[name] === undefined) throw new Error("the build leaves out this kind of symbol: " + name);
  return known[name];
}`;
    return changed(code, /^function bwipp_lookup\(.*?^}/gms, lookup);
  },
};

function changed(code, pattern, replacement) {
  if (code.search(pattern) === -1) throw new Error(`a package has changed: ${pattern} is not there`);
  return code.replaceAll(pattern, () => replacement);
}
