import { SECRET_RULES, type Confidence } from './secret-rules.ts'
import { united, type Span } from '../language/text-spans.ts'

export interface Secret extends Span {
  readonly rule: string
  readonly confidence: Confidence
}

/** Finds leaked keys, tokens and passwords by the rules of secretlint and by own rules. */
export async function secretsIn(text: string): Promise<readonly Secret[]> {
  const found = [...(await provided(text)), ...privateKeysIn(text), ...ours(text)]
  return united(found.toSorted((a, b) => RANKS[b.confidence] - RANKS[a.confidence]))
}

const RANKS: Readonly<Record<Confidence, number>> = { high: 2, medium: 1, low: 0 }
const PREFIX = '@secretlint/secretlint-rule-'
/** This rule is left out: it lets the text itself switch reports off. */
const COMMENTS = `${PREFIX}filter-comments`

async function provided(text: string): Promise<readonly Secret[]> {
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ])
  const config = rules
    .filter(({ meta }) => meta.id !== COMMENTS)
    .map((rule) => ({ id: rule.meta.id, rule }))
  const { messages } = await lintSource({
    source: { content: text, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: {
      config: { rules: config },
      noPhysicFilePath: true,
    },
  })
  return messages.map(({ ruleId, range: [start, end] }) => ({
    rule: ruleId.replace(PREFIX, ''),
    confidence: 'high',
    start,
    end,
  }))
}

const ours = (text: string): readonly Secret[] =>
  SECRET_RULES.flatMap(({ rule, pattern, judge }) =>
    [...text.matchAll(pattern)].flatMap((match): Secret[] => {
      const secret = match[1] ?? match[0]
      const confidence = judge(secret, match)
      if (confidence === null) return []
      const start = match.index + match[0].lastIndexOf(secret)
      return [{ rule, confidence, start, end: start + secret.length }]
    }),
  )

const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const KEY_ENDS = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const KEY_BODY = /[\w+/=\s\\:,.()-]{0,20000}/y

/**
 * Finds private keys from their first line to their last one, or to the end of the key if that is
 * missing.
 */
function privateKeysIn(text: string): readonly Secret[] {
  const ends = [...text.matchAll(KEY_ENDS)].map(({ index, 0: line }) => index + line.length)
  const begins = [...text.matchAll(KEY_BEGINS)]
  let next = 0
  return begins.map(({ index, 0: line }, at) => {
    const after = begins[at + 1]?.index ?? text.length
    while ((ends[next] ?? Infinity) < index) next += 1
    const end = ends[next] ?? Infinity
    KEY_BODY.lastIndex = index + line.length
    const [body = ''] = KEY_BODY.exec(text.slice(0, after)) ?? []
    const open = index + line.length + body.trimEnd().length
    return { rule: 'private-key', confidence: 'high', start: index, end: end <= after ? end : open }
  })
}
