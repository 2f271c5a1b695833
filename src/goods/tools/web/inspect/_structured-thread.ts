import { cardOf } from '../../../../engines/html/cards.ts'
import { jsonLdOf, typesIn } from '../../../../engines/html/json-ld.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { microdataOf, type Item } from '../../../../engines/html/microdata.ts'
import { parsedPage } from '../../../../engines/html/document.ts'

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
