import type { CheerioAPI } from 'cheerio'
import { findPhoneNumbersInText, isSupportedCountry, type CountryCode } from 'libphonenumber-js'
import { linksOf, type Link } from '../../../../engines/html/links.ts'
import { jsonLdOf } from '../../../../engines/html/json-ld.ts'
import { parsedPage } from '../../../../engines/html/document.ts'
import { lineOf, readableText } from '../../../../engines/html/text.ts'
import { emailsIn } from './_emails.ts'
import { socialOf, type Social } from './_socials.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'

export interface Contacts {
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly socials: readonly Social[]
  readonly addresses: readonly string[]
  /** Pages that may have more, most likely first. */
  readonly pages: readonly string[]
  /** Country of phone numbers without a country code. */
  readonly country: CountryCode | null
}

interface ContactPage {
  readonly html: string
  readonly url: string
  /** Country of the earlier pages, used if this page does not show one. */
  readonly country: CountryCode | null
}

const TEXT_CHARACTERS_MAX = 200_000
const LINKS_MAX = 2_000
const ROWS_MAX = 100
const PAGES_MAX = 6

/** The contact data on a page. */
export function work({ html, url, country: before }: ContactPage): Contacts {
  const $ = parsedPage(html)
  const links = linksOf($, { baseUrl: url, scope: 'all', limit: LINKS_MAX })
  const { objects } = jsonLdOf($)
  const country = countryOf($, url, objects) ?? before
  const text = readableText($.root().contents().toArray()).slice(0, TEXT_CHARACTERS_MAX)
  const hrefs = links.map(({ href }) => href)
  const profiles = [...hrefs, ...stringsIn(objects, 'sameAs')].flatMap((one) => socialOf(one) ?? [])
  const hidden = $('[data-cfemail]').toArray()
  const said = [...stringsIn(objects, 'email'), text].join('\n')
  const byUrl = new Map(profiles.map((one) => [one.url.toLowerCase(), one]))
  return {
    emails: emailsIn(
      said,
      hrefs,
      hidden.map(({ attribs }) => attribs['data-cfemail'] ?? ''),
    ),
    phones: phonesIn([...stringsIn(objects, 'telephone'), text], hrefs, country),
    socials: [...byUrl.values()].slice(0, ROWS_MAX),
    addresses: [...new Set([...addressesIn(objects), ...writtenIn($)])].slice(0, ROWS_MAX),
    pages: pagesIn(links),
    country,
  }
}

/** Complete numbers in E.164; those of links as they are written, if their country is unknown. */
function phonesIn(
  texts: readonly string[],
  hrefs: readonly string[],
  defaultCountry: CountryCode | null,
): string[] {
  const options = defaultCountry ? { defaultCountry, v2: true as const } : { v2: true as const }
  const found = (text: string) =>
    findPhoneNumbersInText(text, options).map(({ number }) => String(number.number))
  const linked = hrefs
    .filter((href) => /^tel:/i.test(href))
    .flatMap((href) => {
      const digits = decodePart(href.slice(4))
        .split(';')[0]!
        .replace(/[^\d+]/g, '')
        .slice(0, 20)
      const whole = found(digits)
      return whole.length > 0 ? whole : digits.length >= 7 ? [digits] : []
    })
  return [...new Set([...linked, ...texts.flatMap(found)])].slice(0, ROWS_MAX)
}

/** The country of the postal address, else of the language, else of the domain. */
function countryOf($: CheerioAPI, url: string, objects: readonly unknown[]) {
  const [said = ''] = stringsIn(objects, 'addressCountry')
  const [, region = ''] =
    /^[a-z]{2}[-_]([a-z]{2})$/i.exec($('html').attr('lang')?.trim() ?? '') ?? []
  const suffix = new URL(url).hostname.split('.').at(-1) ?? ''
  const guesses = [said, region, suffix === 'uk' ? 'GB' : suffix].map((one) => one.toUpperCase())
  return guesses.find((one): one is CountryCode => isSupportedCountry(one)) ?? null
}

/** The text of an <address>, if it looks like a postal address. */
function writtenIn($: CheerioAPI): string[] {
  return $('address, .adr')
    .slice(0, 20)
    .toArray()
    .map((element) => lineOf(element.children))
    .filter((text) => text.length <= 300 && /\d/.test(text) && /\p{L}{3}.*\p{L}{3}/u.test(text))
    .filter((text) => !/^[\d\s+()./-]+$/.test(text) && !text.includes('@'))
}

/** Words in several languages; the first kinds are the most useful. */
const KINDS: readonly RegExp[] = [
  /contact|kontakt|contatt|contato|contacto|yhteys|iletisim|iletişim|связ|контакт|問い合わせ|联系|聯絡|문의/i,
  /impressum|imprint|legal-notice|mentions-legales|mentions légales|aviso-legal|会社概要/i,
  /about|ueber-uns|über uns|a-propos|à propos|quienes-somos|chi-siamo|quem-somos|over-ons|om-oss|om-os|o-nas|о нас|関于|关于|회사소개/i,
]

function pagesIn(links: readonly Link[]): string[] {
  const ranked = links
    .filter(({ href, internal }) => internal && /^https?:/.test(href))
    .map(({ href, text }) => {
      const { pathname } = new URL(href)
      const words = `${decodePart(pathname).split('/').slice(-2).join('/')} ${text.slice(0, 40)}`
      return { href: href.replace(/#.*$/, ''), kind: KINDS.findIndex((kind) => kind.test(words)) }
    })
    .filter(({ kind }) => kind >= 0)
    .toSorted((a, b) => a.kind - b.kind || a.href.length - b.href.length)
  return [...new Set(ranked.map(({ href }) => href))].slice(0, PAGES_MAX)
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const VALUES_MAX = 50
const CHARACTERS_MAX = 300
const PARTS = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry']

/** The texts with a given name, anywhere in structured data. */
function stringsIn(values: readonly unknown[], name: string): string[] {
  const found = fieldsIn(values).flatMap((fields) => [fields[name]].flat())
  return found
    .map((value) => (isObject(value) ? value['name'] : value))
    .filter((value) => typeof value === 'string')
    .slice(0, VALUES_MAX)
    .map((value) => value.slice(0, CHARACTERS_MAX))
}

/** Postal addresses in structured data, each on one line. */
function addressesIn(values: readonly unknown[]): string[] {
  return fieldsIn(values)
    .filter((fields) => typeof fields['streetAddress'] === 'string')
    .slice(0, VALUES_MAX)
    .map((fields) => PARTS.flatMap((part) => stringsIn([{ part: fields[part] }], 'part')[0] ?? []))
    .map((parts) => parts.join(', ').replace(/\s+/g, ' ').slice(0, CHARACTERS_MAX).toWellFormed())
}

function fieldsIn(values: readonly unknown[]): JsonObject[] {
  const found: JsonObject[] = []
  const open = [...values]
  for (let at = 0; at < open.length; at++) {
    const value = open[at]
    if (isObject(value)) found.push(value)
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) open.push(inner)
  }
  return found
}
