/** Names the headings of one document in their order: words and hyphens, each name once. */
export function headingId(): (heading: string) => string {
  const taken = new Map<string, number>()
  return (heading) => {
    const name = heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    return before === 0 ? name : `${name}-${before + 1}`
  }
}
