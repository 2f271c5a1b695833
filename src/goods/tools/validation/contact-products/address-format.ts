import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { line } from '../../../../base/lib/fields.ts'

const PART = line(200).optional()

/** What an envelope needs besides street and place, by the rules of the Universal Postal Union. */
const NO_POSTCODE =
  /^(AE|AG|AN|AO|AW|BF|BI|BJ|BO|BS|BW|BZ|CD|CF|CG|CI|CK|CM|DJ|DM|ER|FJ|GA|GD|GH|GM|GN|GQ|GY|HK|JM|KI|KM|KN|KP|LC|LY|ML|MO|MR|MW|NA|NR|NU|QA|RW|SB|SC|SL|SR|ST|SY|TD|TF|TG|TK|TL|TO|TT|TV|UG|VU|WS|YE|ZW)$/
const NEEDS_STATE = /^(US|CA|AU|BR|MX|IN|CN|JP|IT|MY|AR)$/
/** Cities that are countries. */
const NO_CITY = /^(SG|MC|VA|HK|MO)$/

export default defineTool({
  route: 'POST /api/address-format',
  name: 'Address layout',
  description:
    'Lay out the parts of a postal address in the lines and order of its country, and name what is ' +
    'missing for a letter to arrive.',
  asks: [
    'lay out a postal address in the order of its country',
    'address lines for a letter, and which parts are missing',
    'how do I write an address on an envelope to Japan',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    parts: z
      .object({
        name: PART,
        company: PART,
        houseNumber: PART,
        street: PART,
        unit: PART.describe('Flat, floor or suite.'),
        suburb: PART,
        city: PART,
        county: PART,
        state: PART,
        postcode: PART,
      })
      .describe('Parts of the address, each up to 200 characters.'),
    countryCode: line(2).describe('Two-letter country code, such as DE.'),
    uppercase: z
      .boolean()
      .default(false)
      .describe('Whether to write everything in capitals, as some post offices require.'),
  }),
  output: z.object({
    lines: z.array(z.string()).describe('Lines; the country is the last, in English.'),
    text: z.string(),
    missing: z.array(z.string()).describe('Missing parts that a letter needs.'),
    valid: z.boolean().describe('Whether nothing is missing. Whether the place exists is unknown.'),
  }),
  examples: [
    {
      input: {
        parts: {
          name: 'Ada',
          street: 'Hauptstr.',
          houseNumber: '1',
          city: 'Berlin',
          postcode: '10115',
        },
        countryCode: 'DE',
      },
      output: {
        lines: ['Ada', 'Hauptstr. 1', '10115 Berlin', 'Germany'],
        text: 'Ada\nHauptstr. 1\n10115 Berlin\nGermany',
        missing: [],
        valid: true,
      },
    },
    {
      input: { parts: { street: 'Main St', houseNumber: '5', city: 'Austin' }, countryCode: 'US' },
    },
  ],

  async run({ parts, countryCode, uppercase }) {
    const country = countryCode.toUpperCase()
    const name = /^[A-Z]{2}$/.test(country) ? countryName(country) : undefined
    if (name === undefined)
      throw badInput(
        `countryCode: must be two letters of a country, such as DE, not ${excerpt(countryCode)}`,
      )
    const { default: formatter } = await import('@fragaria/address-formatter')
    const { street, suburb, company, unit, name: person, ...rest } = partsIn(parts)
    const lines = formatter.format(
      {
        ...rest,
        ...(street !== undefined && { road: street }),
        ...(suburb !== undefined && { suburb }),
        countryCode: country,
      },
      { output: 'array', appendCountry: false, countryCode: country },
    )
    const heads = [person, company].filter((one) => one !== undefined)
    const place = lines.map((one) => one.trim()).filter((one) => one !== '' && one !== name)
    // The templates have no flat, so it is added to the street.
    const streetAt = place.findIndex((one) => street !== undefined && one.includes(street))
    const whole = unit === undefined ? place : withUnit(place, unit, streetAt)
    const all = [...heads, ...whole, name].map((one) => (uppercase ? one.toUpperCase() : one))
    const missing = missingOf(parts, country)
    return { lines: all, text: all.join('\n'), missing, valid: missing.length === 0 }
  },
})

const withUnit = (place: readonly string[], unit: string, at: number): readonly string[] =>
  at < 0 ? [unit, ...place] : place.map((one, index) => (index === at ? `${one}, ${unit}` : one))

type AddressParts = Readonly<Record<string, string | undefined>>

const partsIn = (parts: AddressParts): AddressParts =>
  Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined && value !== ''),
  )

function countryName(code: string): string | undefined {
  const name = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code)
  return name === 'Unknown Region' ? undefined : name
}

function missingOf(parts: AddressParts, country: string): readonly string[] {
  const has = (name: string) => (parts[name] ?? '') !== ''
  return [
    ...(has('name') || has('company') ? [] : ['name']),
    ...(has('street') || has('suburb') ? [] : ['street']),
    ...(has('city') || NO_CITY.test(country) ? [] : ['city']),
    ...(has('postcode') || NO_POSTCODE.test(country) ? [] : ['postcode']),
    ...(has('state') || !NEEDS_STATE.test(country) ? [] : ['state']),
  ]
}
