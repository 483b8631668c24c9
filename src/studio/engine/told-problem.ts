/** A problem as the page shows it, in its language. */
export interface ToldProblem {
  readonly message: string;
  readonly hint: string | null;
}
