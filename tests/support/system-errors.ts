/** An error as the system throws it: tests run with rights that nothing is refused to. */
export function withCode(code: string): Error {
  return Object.assign(new Error(code), { code });
}
