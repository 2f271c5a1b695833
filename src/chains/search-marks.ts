/** Payments whose searches are remembered. */
const MARKS_MAX = 1_000

/**
 * How far long searches of a ledger have come, by the id of what is searched for: the next look
 * goes on from there. What is forgotten is searched again from the start.
 */
export interface SearchMarks<T> {
  get(id: string): T | undefined
  set(id: string, mark: T): void
}

export function createSearchMarks<T>(): SearchMarks<T> {
  const marks = new Map<string, T>()
  return {
    get: (id) => marks.get(id),
    set(id, mark) {
      marks.delete(id)
      marks.set(id, mark)
      const [oldest] = marks.keys()
      if (marks.size > MARKS_MAX && oldest !== undefined) marks.delete(oldest)
    },
  }
}
