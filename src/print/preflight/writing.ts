import { concat, type Matrix, matrixOf, UNCHANGED } from "./geometry.ts";

/** Ways of writing that show nothing (ISO 32000-1, 9.3.6). */
const INVISIBLE = new Set([3, 7]);
const SHOWING = new Set(["Tj", "TJ", "'", '"']);

/** Where letters are written. How wide they are is not asked: only where each line of them begins. */
export class Writing {
  #lineStart: Matrix = UNCHANGED;
  #leading = 0;
  #mode = 0;

  /** From the letters to the page. */
  get matrix(): Matrix {
    return this.#lineStart;
  }

  get isVisible(): boolean {
    return !INVISIBLE.has(this.#mode);
  }

  /** Follows an operator of text (ISO 32000-1, 9.4). @returns whether it shows letters */
  follow(operator: string, numbers: readonly number[]): boolean {
    const [x = 0, y = 0] = numbers;
    switch (operator) {
      case "BT":
        this.#lineStart = UNCHANGED;
        break;
      case "Tm":
        this.#lineStart = matrixOf(numbers);
        break;
      case "TD":
        this.#leading = -y;
        this.#go(x, y);
        break;
      case "Td":
        this.#go(x, y);
        break;
      case "TL":
        this.#leading = x;
        break;
      case "Tr":
        this.#mode = x;
        break;
      case "T*":
      case "'":
      case '"':
        this.#go(0, -this.#leading);
        break;
    }
    return SHOWING.has(operator);
  }

  #go(x: number, y: number): void {
    this.#lineStart = concat([1, 0, 0, 1, x, y], this.#lineStart);
  }
}
