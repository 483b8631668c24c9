// Compiled from assembly/network.ts by `npm run loops`.

export const TILE_ROWS = 4;

export const TILE_COLUMNS = 8;

export interface NetworkLoops {
  /** Copies the numbers at the addresses from `sources` to before `end`, TILE_COLUMNS at a time. */
  gather(sources: number, end: number, to: number): void;
  /**
   * Adds the product of two matrices to a third.
   *
   * @param bands the first factor, in bands of TILE_ROWS rows: of each its columns, one after the other
   * @param panels the second, in panels of TILE_COLUMNS columns: of each its rows, one after the other
   * @param panel bytes of a panel
   * @param block bytes of a panel that are summed up before they are added
   * @param out the third, whose rows are `stride` bytes long
   */
  multiply(bands: number, bandsEnd: number, panels: number, panelsEnd: number, panel: number, block: number, out: number, stride: number): void;
  /**
   * Adds a number to each row from `out` to before `end`: the first of those at `bias` to the first row, and so on. Sums below the number at
   * `floor` become that number.
   */
  finish(out: number, end: number, stride: number, bias: number, floor: number): void;
}

export const NETWORK_WASM =
  "AGFzbQEAAAABGgNgCH9/f39/f39/AGADf39/AGAFf39/f38AAg8BA2VudgZtZW1vcnkCAAADBAMAAQIGCwJ/AEEEC38AQQgLBzkFCVRJTEVfUk9XUwMADFRJTEVfQ09MVU1OUwMBBmdhdGhlcgABCG11bHRpcGx5AAAGZmluaXNoAAIKyAYD3AQCBX8LeyACIANJBEADQCAGIQggACIJIAFJBEAgAiAEaiELA0AgAiEKA0AgCiALSQRA/QwAAAAAAAAAAAAAAAAAAAAAIQ39DAAAAAAAAAAAAAAAAAAAAAAhDv0MAAAAAAAAAAAAAAAAAAAAACEP/QwAAAAAAAAAAAAAAAAAAAAAIRD9DAAAAAAAAAAAAAAAAAAAAAAhEf0MAAAAAAAAAAAAAAAAAAAAACES/QwAAAAAAAAAAAAAAAAAAAAAIRP9DAAAAAAAAAAAAAAAAAAAAAAhFCAFIApqIgwgCyALIAxLGyIMIApLBEADQCANIAn9CQIAIhYgCv0ABAAiFf3mAf3kASENIA4gFiAK/QAEECIW/eYB/eQBIQ4gDyAJ/QkCBCIXIBX95gH95AEhDyAQIBcgFv3mAf3kASEQIBEgCf0JAggiFyAV/eYB/eQBIREgEiAXIBb95gH95AEhEiATIAn9CQIMIhcgFf3mAf3kASETIBQgFyAW/eYB/eQBIRQgCUEQaiEJIAwgCkEgaiIKSw0ACwsgCCAI/QAEACAN/eQB/QsEACAIIAj9AAQQIA795AH9CwQQIAcgCGoiDCAM/QAEACAP/eQB/QsEACAMIAz9AAQQIBD95AH9CwQQIAggB0EBdGoiDCAM/QAEACAR/eQB/QsEACAMIAz9AAQQIBL95AH9CwQQIAggB0EDbGoiDCAM/QAEACAT/eQB/QsEACAMIAz9AAQQIBT95AH9CwQQDAELCyAIIAdBAnRqIQggASAJSw0ACwsgBkEgaiEGIAMgAiAEaiICSw0ACwsLiAEAIAAgAUkEQANAIAIgACgCACgCADYCACACIAAoAgQoAgA2AgQgAiAAKAIIKAIANgIIIAIgACgCDCgCADYCDCACIAAoAhAoAgA2AhAgAiAAKAIUKAIANgIUIAIgACgCGCgCADYCGCACIAAoAhwoAgA2AhwgAkEgaiECIAEgAEEgaiIASw0ACwsLXgECeyAE/QkCACEFIAAgAUkEQANAIAP9CQIAIQYgACACaiEEA0AgACAESQRAIAAgAP0ABAAgBv3kASAF/ekB/QsEACAAQRBqIQAMAQsLIANBBGohAyAAIAFJDQALCws=";
