import { escapedMarkup } from '../../base/lib/escaped-markup.ts'

/** Escaped markup. The `html` tag escapes every value that is not of this type. */
export interface Html {
  readonly markup: string
}

type Value = Html | string | number | boolean | null | undefined | readonly Value[]

const escaped = (text: string): string => escapedMarkup(text).replaceAll("'", '&#39;')

/** Marks own markup as safe. Never for text of a caller. */
export const raw = (markup: string): Html => ({ markup })

/** Null, undefined and booleans are left out, so that `condition && html` works. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let markup = parts[0] ?? ''
  for (const [at, value] of values.entries()) markup += markupOf(value) + (parts[at + 1] ?? '')
  return { markup }
}

function markupOf(value: Value): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (typeof value !== 'object') return escaped(String(value))
  return 'markup' in value ? value.markup : value.map(markupOf).join('')
}
