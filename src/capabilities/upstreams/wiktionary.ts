import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { plainText } from '../../engines/language/plain-text.ts'
import { defineUpstream } from './define.ts'

const Sense = z.object({
  definition: z.string(),
  examples: z.array(z.string()).nullish(),
})

/** By language code; languages without a code are under `other`. */
const Entries = z.record(
  z.string().regex(/^([a-z]{2,3}(-[a-z-]+)?|other)$/),
  z.array(
    z.object({
      partOfSpeech: z.string(),
      language: z.string(),
      definitions: z.array(Sense),
    }),
  ),
)

export const wiktionary = defineUpstream({
  name: 'wiktionary',
  title: 'Wiktionary',
  attribution: 'Wiktionary (CC BY-SA 4.0)',
  terms: 'https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use',
  texts: 'public',
  base: 'https://en.wiktionary.org',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: 10 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Senses in plain text, by language. */
    async define(word: string) {
      const refusals = { 404: () => notFound(`Wiktionary has no entry for ${word}.`) }
      const key = encodeURIComponent(word.replaceAll(' ', '_'))
      const found = await http.json(`/api/rest_v1/page/definition/${key}`, Entries, { refusals })
      return Object.entries(found).map(([code, entries]) => ({
        code,
        entries: entries.map(({ partOfSpeech, language, definitions }) => ({
          partOfSpeech,
          language,
          definitions: definitions.flatMap(({ definition }) => said(definition)),
          examples: definitions.flatMap(({ examples }) => (examples ?? []).flatMap(said)),
        })),
      }))
    },
  }),
})

/** Styles of its templates are mixed with the words. */
const STYLE = /<(style|script)\b[^<]*<\/\1>/gi
/** The subsenses of a sense, which follow by themselves. */
const SUBSENSES = /<ol\b[\s\S]*$/i

function said(html: string): readonly string[] {
  const text = plainText(html.replaceAll(STYLE, '').replace(SUBSENSES, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text === '' ? [] : [text]
}
