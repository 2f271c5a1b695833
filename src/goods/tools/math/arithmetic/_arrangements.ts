type Kind = 'combinations' | 'permutations' | 'withRepetition'

/** Indices of `k` of `n` items, in lexicographic order, only the first `limit`. */
export function arrangementsOf(
  kind: Kind,
  n: number,
  k: number,
  limit: number,
): readonly (readonly number[])[] {
  if (k > n && kind !== 'withRepetition') return []
  const rows: number[][] = []
  const row: number[] = []
  const used = new Set<number>()
  const fill = (): void => {
    if (row.length === k) {
      rows.push([...row])
      return
    }
    for (let place = firstPlace(kind, row); place < n && rows.length < limit; place += 1) {
      if (kind === 'combinations' && n - place < k - row.length) return
      if (kind === 'permutations' && used.has(place)) continue
      row.push(place)
      used.add(place)
      fill()
      row.pop()
      used.delete(place)
    }
  }
  fill()
  return rows
}

function firstPlace(kind: Kind, row: readonly number[]): number {
  if (kind === 'permutations') return 0
  const last = row.at(-1) ?? (kind === 'combinations' ? -1 : 0)
  return kind === 'combinations' ? last + 1 : last
}
