/**
 * Runs in a page. What a thumb would miss on it, as far as a program can see: targets below 48 px, targets over one another, targets that
 * are covered in the middle of the screen, what reaches out of the page at its sides, and buttons whose words are cut.
 */
export const LAYOUT_FAULTS = `(() => {
  const named = (one) => (one.getAttribute("aria-label") || one.textContent || one.tagName).trim().slice(0, 40);
  const isClipped = (style) => /auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY);
  const above = (one) => (one.parentElement === null ? [] : [one.parentElement, ...above(one.parentElement)]);
  /** The part of a target that is in sight where what is around it scrolls. */
  const inSight = (one) => {
    const label = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") : null;
    let { left, right, top, bottom } = (label ?? one).getBoundingClientRect();
    const [width, height] = [right - left, bottom - top];
    for (const around of above(one).filter((each) => each !== document.body && isClipped(getComputedStyle(each)))) {
      const box = around.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { one, left, right, top, bottom, width, height };
  };
  const floats = (one) => [one, ...above(one)].some((each) => /fixed|sticky/.test(getComputedStyle(each).position));
  const isInText = (one) => one.matches("a") && getComputedStyle(one).display === "inline";
  const pen = document.createElement("canvas").getContext("2d");
  /** Browsers show what is chosen in one line, with an arrow behind it; a text over it may have more. */
  const isCut = (one) => {
    const style = getComputedStyle(one);
    pen.font = style.font;
    const { text } = one.selectedOptions[0] ?? { text: "" };
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
    const over = one.nextElementSibling;
    const isOver = over !== null && over.textContent === text && style.webkitTextFillColor === "rgba(0, 0, 0, 0)";
    return isOver ? over.scrollWidth > over.clientWidth + 1 || over.offsetHeight > one.offsetHeight + 1 : pen.measureText(text).width > room;
  };
  const targets = [...document.querySelectorAll("button, a[href], select, summary, input, textarea")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".cm-editor, details:not([open]) > :not(summary)"))
    .map(inSight)
    .filter(({ width, height }) => width > 2 && height > 2);
  const faults = [];
  for (const { one, width, height } of targets) {
    if (!isInText(one) && Math.min(width, height) < 47.5) faults.push("small, " + Math.round(width) + " x " + Math.round(height) + ": " + named(one));
    if (one.matches("button") && one.scrollWidth > one.clientWidth + 1) faults.push("cut: " + named(one));
    if (one.matches("select") && isCut(one)) faults.push("cut: " + one.selectedOptions[0].text);
  }
  targets.forEach((a, at) => {
    for (const b of targets.slice(at + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const label = a.one.closest("label");
      const isOne = a.one.contains(b.one) || b.one.contains(a.one) || (label !== null && label === b.one.closest("label"));
      if (wide > 2 && high > 2 && !isOne && floats(a.one) === floats(b.one)) faults.push("over one another: " + named(a.one) + ", " + named(b.one));
    }
  });
  /** By anything but an editor, which a person opened and can close. */
  const isCovered = ({ one }) => {
    one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit !== null && !(one.contains(hit) || hit.contains(one) || one.closest("label")?.contains(hit) || hit.closest(".editor"));
  };
  const before = scrollY;
  for (const target of targets.filter(({ one }) => !floats(one) && !isInText(one)))
    if (isCovered(target)) faults.push("covered: " + named(target.one));
  scrollTo({ top: before, behavior: "instant" });
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen: " + document.documentElement.scrollWidth + " px");
  return [...new Set(faults)];
})()`;
