/** The number of payments whose search progress is remembered. */
const MARKS_MAX = 1_000

/**
 * The progress of long searches of a ledger, by the id of the payment. The next search continues
 * from there. A forgotten search begins again.
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
