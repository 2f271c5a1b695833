import { electronicFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { parseDecimal, rounded, textOf } from '../../../../engines/numbers/decimal.ts'
import { line } from '../../../../base/lib/fields.ts'

/** Limits of EPC069-12. */
const BYTES_MAX = 331
const TEXT_MAX = 140
const REFERENCE_MAX = 25

const Input = z.object({
  name: line(70).min(1).describe('Who is paid, up to 70 characters.'),
  iban: line(64).describe('IBAN of who is paid; may hold spaces.'),
  amount: z
    .number()
    .min(0.01)
    .max(999_999_999.99)
    .describe('Euros, 0.01 to 999999999.99, at most two decimals.'),
  bic: line(11).optional().describe('BIC of the bank; required only outside the EEA.'),
  reference: line(REFERENCE_MAX + 10)
    .optional()
    .describe('Structured creditor reference (ISO 11649), such as RF18539007547034.'),
  text: line(TEXT_MAX)
    .optional()
    .describe('What the payment is for, up to 140 characters; not together with reference.'),
})

export default defineTool({
  route: 'POST /api/sepa-qr',
  name: 'SEPA QR code',
  description:
    'EPC QR code (GiroCode) for a SEPA credit transfer in euros that banking apps scan, IBAN checked.',
  asks: [
    'EPC code for a SEPA transfer from an IBAN',
    'QR code that fills in a euro bank transfer',
    'code on an invoice that a banking app can pay',
    'girocode for donations in euros',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: Input,
  output: z.object({
    payload: z.string().describe('The lines that the code holds.'),
    bytes: z.int().describe('Length of the payload in bytes, at most 331.'),
    svg: z.string(),
    problems: z.array(z.string()).describe('What a bank may reject.'),
  }),
  examples: [
    { input: { name: 'ACME GmbH', iban: 'DE89370400440532013000', amount: 12.5 } },
    {
      input: {
        name: 'Wikimedia Foerdergesellschaft',
        iban: 'DE33100205000001194700',
        bic: 'BFSWDE33BER',
        amount: 123.45,
        text: 'Spende fuer Wikipedia',
      },
    },
  ],

  async run(given) {
    const { name, amount, text, reference } = given
    const iban = electronicFormatIBAN(given.iban) ?? ''
    if (!isValidIBAN(iban)) throw badInput('iban: must be an IBAN with correct check digits')
    const country = iban.slice(0, 2)
    if (!isSEPACountry(country))
      throw badInput(`iban: must be of a SEPA country, and ${country} is not one`)
    const bic = given.bic?.replace(/\s/g, '').toUpperCase()
    if (bic !== undefined && !isValidBIC(bic))
      throw badInput('bic: must be a BIC of 8 or 11 characters')
    if (reference !== undefined && text !== undefined)
      throw badInput('text: must be left out if reference is given')
    const creditor = reference?.replace(/\s/g, '').toUpperCase()
    if (creditor !== undefined && !isCreditorReference(creditor))
      throw badInput('reference: must be an ISO 11649 reference with correct check digits')
    const payload = linesOf({ name, iban, bic, amount: euros(amount), creditor, text })
    const bytes = Buffer.byteLength(payload)
    if (bytes > BYTES_MAX)
      throw badInput(
        `text: must be shorter: the code would hold ${bytes} bytes, and at most ${BYTES_MAX} are allowed`,
      )
    const { default: qrcode } = await import('qrcode')
    const svg = await qrcode.toString(payload, { type: 'svg', errorCorrectionLevel: 'M' })
    return { payload, bytes, svg: svg.trim(), problems: problemsOf({ country, bic, name, text }) }
  },
})

function euros(amount: number): string {
  const read = parseDecimal(amount)
  if (!read || read.scale > 2) throw badInput('amount: must have at most two decimals')
  return textOf(rounded(read, 2))
}

interface Lines {
  readonly name: string
  readonly iban: string
  readonly bic: string | undefined
  readonly amount: string
  readonly creditor: string | undefined
  readonly text: string | undefined
}

/** Version 002, UTF-8, no purpose code; empty lines at the end are omitted. */
const linesOf = ({ name, iban, bic = '', amount, creditor = '', text = '' }: Lines): string =>
  ['BCD', '002', '1', 'SCT', bic, name, iban, `EUR${amount}`, '', creditor, text]
    .join('\n')
    .replace(/\n+$/, '')

/** ISO 11649: the check digits of ISO 7064 MOD 97-10, as an IBAN has them. */
function isCreditorReference(text: string): boolean {
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(text)) return false
  const turned = text.slice(4) + text.slice(0, 4)
  const digits = Array.from(turned, (one) => Number.parseInt(one, 36).toString()).join('')
  return BigInt(digits) % 97n === 1n
}

/** SEPA countries outside the EEA, where the BIC is still required. */
const OUTSIDE = new Set(['AD', 'CH', 'GB', 'GG', 'GI', 'IM', 'JE', 'MC', 'SM', 'VA'])

interface Looked {
  readonly country: string
  readonly bic: string | undefined
  readonly name: string
  readonly text: string | undefined
}

function problemsOf({ country, bic, name, text = '' }: Looked): readonly string[] {
  const odd = [...new Set((name + text).match(/[^A-Za-z0-9/?:().,'+ -]/gu) ?? [])]
  return [
    ...(OUTSIDE.has(country) && bic === undefined
      ? [`a bank in ${country} requires the BIC, because the country is outside the EEA`]
      : []),
    ...(odd.length > 0
      ? [`these characters are not accepted by every bank: ${odd.slice(0, 10).join(' ')}`]
      : []),
  ]
}
