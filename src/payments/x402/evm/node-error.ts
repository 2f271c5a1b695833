/** True for an error that the node itself answered with. */
export function isAnswer(thrown: unknown): boolean {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause as Error) {
    if ('code' in cause && typeof cause.code === 'number') return true
  }
  return false
}
