/** The query of a link, without the parameters that are undefined. */
export function queryOf(pairs: readonly (readonly [string, string | undefined])[]): string {
  const said = pairs.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return said.length > 0 ? `?${said.join('&')}` : ''
}

/** Path and parameters. A repeated parameter is a problem, because wallets read it differently. */
export function split(rest: string, problems: string[]) {
  const at = rest.indexOf('?')
  const path = at < 0 ? rest : rest.slice(0, at)
  const parameters: Record<string, string> = {}
  for (const pair of at < 0 ? [] : rest.slice(at + 1).split('&')) {
    if (pair === '') continue
    const [name = '', ...value] = pair.split('=')
    const key = decodePart(name, problems)
    if (Object.hasOwn(parameters, key)) problems.push(`${key} is given twice; the first counts`)
    else
      Object.defineProperty(parameters, key, {
        value: decodePart(value.join('='), problems),
        enumerable: true,
      })
  }
  return { path: decodePart(path, problems), parameters }
}

function decodePart(part: string, problems: string[]): string {
  try {
    return decodeURIComponent(part)
  } catch {
    problems.push(`${part.slice(0, 40)} must be percent-encoded`)
    return part
  }
}
