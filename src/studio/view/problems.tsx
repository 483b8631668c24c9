import type { ToldProblem } from "../engine/told-problem.ts";

/** Everything that is in the way, each with a way out. */
export function Problems({ problems }: { readonly problems: readonly ToldProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div class="reject" role="alert">
      {problems.map(({ message, hint }) => (
        <p key={message}>
          <strong>{message}</strong>
          {hint !== null && <span class="hint">{hint}</span>}
        </p>
      ))}
    </div>
  );
}
