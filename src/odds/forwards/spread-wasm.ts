// Compiled from assembly/spread.ts by `npm run loops`.

export const STEP = 8;

export interface SpreadLoops {
  /** Adds a list of numbers, times a share, to another one. */
  add(to: number, from: number, end: number, share: number): void;
}

export const SPREAD_WASM =
  "AGFzbQEAAAABCAFgBH9/f3wAAg8BA2VudgZtZW1vcnkCAAADAgEABgYBfwBBCAsHDgIEU1RFUAMAA2FkZAAACpMBAZABAQF7IAEgAkkEQCAD/RQhBANAIAAgAP0ABAAgAf0ABAAgBP3yAf3wAf0LBAAgACAA/QAEECAB/QAEECAE/fIB/fAB/QsEECAAIAD9AAQgIAH9AAQgIAT98gH98AH9CwQgIAAgAP0ABDAgAf0ABDAgBP3yAf3wAf0LBDAgAEFAayEAIAIgAUFAayIBSw0ACwsL";
