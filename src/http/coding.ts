export type Coding = 'br' | 'gzip'

/** The better of those that are accepted; `q=0` says that one is not. */
export function codingOf(accepted: string): Coding | null {
  const names = accepted.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name]
  })
  return (['br', 'gzip'] as const).find((coding) => names.includes(coding)) ?? null
}
