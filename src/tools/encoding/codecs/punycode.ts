import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { excerpt } from '../../../lib/bytes.ts'
import { areMixed, asciiLookalikeOf, scriptsOf } from './_scripts.ts'

export default defineTool({
  route: 'POST /api/punycode',
  name: 'Punycode',
  description: 'International domain names to ASCII and back, look-alikes flagged.',
  asks: ['convert an IDN domain to punycode', 'what does this xn-- domain read in unicode'],
  price: '$0.001',
  uses: {},
  input: z.object({
    domain: z.string().min(1).max(255).describe('The domain name, in Unicode or with xn-- labels.'),
    mode: z
      .enum(['auto', 'toAscii', 'toUnicode'])
      .default('auto')
      .describe('Both forms are answered; the one asked for by name must exist, else 400.'),
  }),
  output: z.object({
    ascii: z.string().describe('With xn-- labels, in lower case; empty if there is no such form.'),
    unicode: z.string().describe('With xn-- labels resolved; empty if there is no ASCII form.'),
    valid: z
      .boolean()
      .describe('Whether it is a host name: IDNA (UTS 46), label and name lengths, hyphens.'),
    mixedScripts: z
      .boolean()
      .describe('Whether a label mixes scripts that no language writes together.'),
    looksLike: z
      .string()
      .optional()
      .describe('The ASCII name that this one may be taken for, as аррӏе.com for apple.com.'),
    labels: z
      .array(
        z.object({
          ascii: z.string().describe('The label in ASCII.'),
          unicode: z.string().describe('The label in its own script.'),
          valid: z.boolean().describe('Whether the label is valid.'),
          scripts: z.array(z.string()).describe('Scripts of its letters, such as Latin, Cyrillic.'),
          mixedScripts: z
            .boolean()
            .describe('Whether it mixes scripts that no language writes together.'),
          looksLike: z.string().optional().describe('The ASCII label that it may be taken for.'),
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

/** `domainToASCII` reads the host of a URL, so what else a URL may hold is kept from it. */
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

/** Whether an xn-- label is the Punycode of what it resolves to; nothing to say about others. */
function isEncoded(label: string): boolean | undefined {
  if (!label.startsWith('xn--')) return undefined
  const unicode = domainToUnicode(label)
  return unicode !== label && domainToASCII(unicode) === label
}
