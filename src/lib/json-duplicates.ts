const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g

/**
 * Whether an object in a JSON text has one name twice. Two readers of such a text may see two
 * different values. The text must be JSON.
 */
export function hasDuplicateNames(text: string): boolean {
  /** The names of each open object; null for a list. */
  const open: (Set<string> | null)[] = []
  let before = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const names = open.at(-1)
      const name = String(JSON.parse(before))
      if (names?.has(name)) return true
      names?.add(name)
    }
    before = token
  }
  return false
}
