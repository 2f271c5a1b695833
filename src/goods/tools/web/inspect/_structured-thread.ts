import { cardOf } from '../../../html/cards.ts'
import { jsonLdOf, typesIn } from '../../../html/json-ld.ts'
import type { JsonObject } from '../../../lib/json-object.ts'
import { microdataOf, type Item } from '../../../html/microdata.ts'
import { parsedPage } from '../../../html/document.ts'

export interface Structured {
  readonly jsonLd: readonly JsonObject[]
  readonly microdata: readonly Item[]
  readonly openGraph: Readonly<Record<string, string>>
  readonly types: readonly string[]
}

export function work({ html }: { readonly html: string }): Structured {
  const $ = parsedPage(html)
  const { objects } = jsonLdOf($)
  const microdata = microdataOf($)
  return {
    jsonLd: objects,
    microdata,
    openGraph: cardOf($, 'og'),
    types: typesIn([objects, microdata]),
  }
}
