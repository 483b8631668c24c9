// Compiled from assembly/warp.ts by `npm run loops`.

export const SHIFTS = 4;

export const SUMS = 3;

export interface WarpLoops {
  /**
   * Adds up what the shifts of a row need, SHIFTS at a time.
   *
   * @param places addresses of a tile's pixels, relative to the first value of a shift
   * @param pattern what the tile shows there, behind the places
   * @param shift the first value of the first shift
   * @param shiftsEnd behind the first value of the last shift
   * @param sums where to write, for SHIFTS shifts, first the values, then the squares, then the products
   */
  sumRow(places: number, pattern: number, shift: number, shiftsEnd: number, sums: number): void;
  /**
   * Multiplies a matrix, given by its diagonals, with a vector.
   *
   * @param offsets how many bytes each diagonal lies above the main one
   * @param matrix the diagonals, each `stride` bytes long and beginning with the first row
   * @param values the vector, with zeros around it
   */
  multiply(offsets: number, offsetsEnd: number, matrix: number, stride: number, values: number, valuesEnd: number, out: number): void;
  /**
   * The greatest number near each of a line, less the cost of the way there.
   *
   * @param costs of each way, negated, from the farthest back to the farthest ahead
   * @param first the number farthest back from the first one
   * @param end the number farthest back from the one behind the last
   * @param step bytes from one number near another to the next
   */
  relax(costs: number, costsEnd: number, first: number, end: number, step: number, to: number): void;
}

export const WARP_WASM =
  "AGFzbQEAAAABHANgBX9/f39/AGAGf39/f39/AGAHf39/f39/fwACDwEDZW52Bm1lbW9yeQIAAAMEAwABAgYLAn8AQQQLfwBBAwsHLQUGU0hJRlRTAwAEU1VNUwMBBnN1bVJvdwAACG11bHRpcGx5AAIFcmVsYXgAAQrwBAPrAgICfwh7IAIgA0kEQANA/QwAAAAAAAAAAAAAAAAAAAAAIQf9DAAAAAAAAAAAAAAAAAAAAAAhCP0MAAAAAAAAAAAAAAAAAAAAACEJ/QwAAAAAAAAAAAAAAAAAAAAAIQr9DAAAAAAAAAAAAAAAAAAAAAAhC/0MAAAAAAAAAAAAAAAAAAAAACEMIAEhBSAAIgYgAUkEQANAIAcgAiAGKAIAav0ABAAiDf1fIg798AEhByAJIA4gDv3yAf3wASEJIAsgDiAF/QkCAP1fIg798gH98AEhCyAIIA0gDf0NCAkKCwwNDg8YGRobHB0eH/1fIg398AEhCCAKIA0gDf3yAf3wASEKIAwgDSAO/fIB/fABIQwgBUEEaiEFIAZBBGoiBiABSQ0ACwsgBCAH/QsEACAEIAj9CwQQIAQgCf0LBCAgBCAK/QsEMCAEIAv9CwRAIAQgDP0LBFAgBEHgAGohBCADIAJBEGoiAksNAAsLC3kCAn8BeyACIANJBEADQP0MAACA/wAAgP8AAID/AACA/yEIIAIhByAAIQYDQCABIAZLBEAgCCAH/QAEACAG/QkCAP3kAf3pASEIIAZBBGohBiAEIAdqIQcMAQsLIAUgCP0LBAAgBUEQaiEFIAMgAkEQaiICSw0ACwsLhgECAn8BeyAEIAVJBEADQP0MAAAAAAAAAAAAAAAAAAAAACEJIAIhCCAAIQcDQCABIAdLBEAgCSAI/QAEACAEIAcoAgBq/QAEAP3yAf3wASEJIAdBBGohByADIAhqIQgMAQsLIAYgCf0LBAAgAkEQaiECIAZBEGohBiAFIARBEGoiBEsNAAsLCw==";
