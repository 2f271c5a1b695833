import type { RailGuide } from './rail.ts'

/** A header that carries a payment, as OpenAPI describes it. */
export const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

/** Of every rail whose money moves outside this service, where it may be lost from sight. */
export const RESUME = {
  ResumeToken: headerParameter(
    'X-Resume-Token',
    'The token of a 402 "settlement unknown", in place of a payment: tells what became of that one.',
  ),
}

/** The headers that payments come in, in small letters. */
export const carriersOf = (guides: Readonly<Record<string, RailGuide>>): readonly string[] => {
  const parameters = Object.values(guides).flatMap(({ parameters: all }) =>
    Object.values(all ?? {}),
  )
  const names = parameters.flatMap(({ in: place, name }) =>
    place === 'header' ? [String(name)] : [],
  )
  return ['authorization', ...new Set(names.map((name) => name.toLowerCase()))]
}
