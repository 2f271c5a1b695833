import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'

export default defineTool({
  route: 'POST /api/punycode',
  name: 'Punycode',
  description: 'International domain names to ASCII and back, look-alikes flagged.',
  asks: [
    'convert an IDN domain to punycode',
    'what does this xn-- domain read in unicode',
    'what is xn-- in a domain',
    'domain with umlauts',
    'are there look-alike letters in this address',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    domain: z.string().min(1).max(255).describe('The domain name, in Unicode or with xn-- labels.'),
    mode: z
      .enum(['auto', 'toAscii', 'toUnicode'])
      .default('auto')
      .describe('Both forms are answered; the one that this names must exist, else 400.'),
  }),
  output: z.object({
    ascii: z.string().describe('With xn-- labels, in lower case; empty if there is no such form.'),
    unicode: z.string().describe('With xn-- labels resolved; empty if there is no ASCII form.'),
    valid: z
      .boolean()
      .describe('Whether it is a host name: IDNA (UTS 46), label and name lengths, hyphens.'),
    mixedScripts: z.boolean().describe('Whether a label mixes scripts that no language combines.'),
    looksLike: z
      .string()
      .optional()
      .describe('The ASCII name that this one may be mistaken for, as аррӏе.com for apple.com.'),
    labels: z
      .array(
        z.object({
          ascii: z.string().describe('The label in ASCII.'),
          unicode: z.string().describe('The label in its own script.'),
          valid: z.boolean().describe('Whether the label is valid.'),
          scripts: z.array(z.string()).describe('Scripts of its letters, such as Latin, Cyrillic.'),
          mixedScripts: z.boolean().describe('Whether it mixes scripts that no language combines.'),
          looksLike: z.string().optional().describe('The ASCII label that it may be mistaken for.'),
        }),
      )
      .describe('One row for each part between dots.'),
  }),
  examples: [
    {
      input: { domain: 'münchen.de' },
      output: {
        ascii: 'xn--mnchen-3ya.de',
        unicode: 'münchen.de',
        valid: true,
        mixedScripts: false,
        labels: [
          {
            ascii: 'xn--mnchen-3ya',
            unicode: 'münchen',
            valid: true,
            scripts: ['Latin'],
            mixedScripts: false,
          },
          { ascii: 'de', unicode: 'de', valid: true, scripts: ['Latin'], mixedScripts: false },
        ],
      },
    },
    {
      input: { domain: 'xn--pypal-4ve.com' },
      output: {
        ascii: 'xn--pypal-4ve.com',
        unicode: 'p\u0430ypal.com',
        valid: true,
        mixedScripts: true,
        looksLike: 'paypal.com',
        labels: [
          {
            ascii: 'xn--pypal-4ve',
            unicode: 'p\u0430ypal',
            valid: true,
            scripts: ['Latin', 'Cyrillic'],
            mixedScripts: true,
            looksLike: 'paypal',
          },
          { ascii: 'com', unicode: 'com', valid: true, scripts: ['Latin'], mixedScripts: false },
        ],
      },
    },
  ],

  run({ domain, mode }) {
    const name = domain.trim()
    const ascii = asciiOf(name)
    const labels = ascii ? labelsOf(ascii) : []
    const isResolved = ascii !== '' && labels.every(({ ascii }) => isEncoded(ascii) !== false)
    if ((mode === 'toAscii' && !ascii) || (mode === 'toUnicode' && !isResolved)) {
      throw badInput(`domain: ${excerpt(name)} is not a domain name that IDNA can convert`)
    }
    return {
      ascii,
      unicode: domainToUnicode(ascii),
      valid: isHostName(ascii) && labels.every(({ valid }) => valid),
      mixedScripts: labels.some(({ mixedScripts }) => mixedScripts),
      ...lookalikeOf(labels),
      labels,
    }
  },
})

/** `domainToASCII` reads the host of a URL, so other parts of a URL are refused first. */
function asciiOf(name: string): string {
  if (/[\s/\\?#@:%[\]]/.test(name)) {
    throw badInput('domain: must be a bare domain name, without scheme, port, path or spaces')
  }
  const ascii = domainToASCII(name)
  if (/^\d+(\.\d+){3}$/.test(ascii)) throw badInput('domain: must be a domain name, not an address')
  return ascii
}

function labelsOf(ascii: string) {
  return withoutRoot(ascii).split('.').map(labelOf)
}

interface LabelForms {
  readonly ascii: string
  readonly looksLike?: string
}

function lookalikeOf(labels: readonly LabelForms[]): { looksLike?: string } {
  if (!labels.some(({ looksLike }) => looksLike)) return {}
  return { looksLike: labels.map(({ ascii, looksLike = ascii }) => looksLike).join('.') }
}

function labelOf(ascii: string) {
  const unicode = domainToUnicode(ascii) || ascii
  const scripts = scriptsOf(unicode)
  const looksLike = asciiLookalikeOf(unicode)
  const valid = LABEL.test(ascii) && isEncoded(ascii) !== false
  const label = { ascii, unicode, valid, scripts, mixedScripts: areMixed(scripts) }
  return looksLike ? { ...label, looksLike } : label
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const NAME_LENGTH_MAX = 253

function isHostName(ascii: string): boolean {
  return ascii !== '' && withoutRoot(ascii).length <= NAME_LENGTH_MAX
}

const withoutRoot = (name: string): string => name.replace(/\.$/, '')

/** Whether an xn-- label is the Punycode of its resolved form; undefined for other labels. */
function isEncoded(label: string): boolean | undefined {
  if (!label.startsWith('xn--')) return undefined
  const unicode = domainToUnicode(label)
  return unicode !== label && domainToASCII(unicode) === label
}

/** Scripts that occur in domain names; a letter of any other counts as `Other`. */
const SCRIPTS = (
  'Latin Cyrillic Greek Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Armenian Georgian ' +
  'Thai Lao Khmer Myanmar Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada ' +
  'Malayalam Sinhala Tibetan Ethiopic Cherokee Mongolian'
)
  .split(' ')
  .map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }))

const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u

/** Scripts that one language combines: highly restrictive by Unicode's UTS 39. */
const TOGETHER = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
]

/** The scripts of a label, without digits and marks, which all scripts share. */
function scriptsOf(label: string): string[] {
  const letters = Array.from(label).filter((character) => !SHARED.test(character))
  const found = letters.map(
    (character) => SCRIPTS.find(({ letter }) => letter.test(character))?.name ?? 'Other',
  )
  return [...new Set(found)]
}

function areMixed(scripts: readonly string[]): boolean {
  return scripts.length > 1 && !TOGETHER.some((set) => scripts.every((script) => set.has(script)))
}

/** Latin letters, and lower-case letters of other scripts that look alike in most fonts. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: '\u0430\u03b1\u0251',
  b: '\u0185',
  c: '\u0441',
  d: '\u0501',
  e: '\u0435\u04bd',
  g: '\u0261',
  h: '\u04bb\u0570',
  i: '\u0456\u03b9\u0131',
  j: '\u0458',
  k: '\u03ba',
  l: '\u04cf',
  n: '\u0578',
  o: '\u043e\u03bf\u0585',
  p: '\u0440\u03c1',
  q: '\u051b',
  s: '\u0455',
  u: '\u03c5\u057d',
  v: '\u03bd\u0475',
  w: '\u051d',
  x: '\u0445',
  y: '\u0443\u03b3',
}

const LATIN_OF = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
)

/** The ASCII label that this one may be mistaken for; undefined if a letter has no look-alike. */
function asciiLookalikeOf(label: string): string | undefined {
  const taken = Array.from(label, (character) => LATIN_OF.get(character) ?? character).join('')
  return taken !== label && /^[a-z0-9-]+$/.test(taken) ? taken : undefined
}
