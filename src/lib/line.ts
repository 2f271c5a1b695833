/** Work that is done one piece after the other, in the order in which it came. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

export function createLine(): Line {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
