import { isAscii, isUtf8 } from 'node:buffer'
import { base32nopad } from '@scure/base'
import { decodeHTML } from 'entities'
import { BASE58_ALPHABETS, decodeBase58 } from './_base58.ts'
import { codecOf } from './_inflate.ts'

export interface Reader {
  readonly encoding: string
  /** Confidence that the text has this encoding, 0 to 1. */
  readonly confidence: number
  /** Ordinary text may look like this, so the decoded bytes must be meaningful. */
  readonly chancy?: true
  /** The decoded content; throws or answers undefined for a text in another encoding. */
  readonly read: (text: string) => string | Buffer | undefined
}

export const READERS: readonly Reader[] = [
  { encoding: 'jwt', confidence: 0.99, read: readJwt },
  { encoding: 'data-uri', confidence: 0.99, read: readDataUri },
  { encoding: 'pem', confidence: 0.99, read: readPem },
  { encoding: 'json-string', confidence: 0.98, read: readJsonString },
  { encoding: 'binary', confidence: 0.97, chancy: true, read: readBinaryDigits },
  { encoding: 'hex', confidence: 0.96, chancy: true, read: readHex },
  { encoding: 'url', confidence: 0.95, read: readUrl },
  { encoding: 'base64', confidence: 0.94, chancy: true, read: readBase64 },
  { encoding: 'base64url', confidence: 0.94, chancy: true, read: readBase64Url },
  { encoding: 'html-entities', confidence: 0.9, read: readHtml },
  { encoding: 'unicode-escape', confidence: 0.9, read: readEscapes },
  { encoding: 'base32', confidence: 0.9, chancy: true, read: readBase32 },
  { encoding: 'quoted-printable', confidence: 0.8, chancy: true, read: readQuotedPrintable },
  { encoding: 'base58', confidence: 0.7, chancy: true, read: readBase58 },
  { encoding: 'base64', confidence: 0.6, read: readOpaqueBase64 },
]

function readJwt(text: string) {
  const [, header, payload, signature] =
    /^(?:Bearer )?(eyJ[\w-]+)\.([\w-]+)\.([\w-]*)$/.exec(text) ?? []
  if (header === undefined || payload === undefined) return undefined
  return JSON.stringify({ header: jsonOf(header), payload: jsonOf(payload), signature })
}

const jsonOf = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

function readDataUri(text: string) {
  const [head, mark] = /^data:[^,\s]{0,200}?(;base64)?,/i.exec(text) ?? []
  if (head === undefined) return undefined
  const body = decodeURIComponent(text.slice(head.length))
  return mark ? Buffer.from(body, 'base64') : body
}

function readPem(text: string) {
  const [, body] =
    /^-----BEGIN [A-Z0-9 ]+-----([\w+/=\s]+)-----END [A-Z0-9 ]+-----$/.exec(text) ?? []
  return body === undefined ? undefined : Buffer.from(body, 'base64')
}

function readJsonString(text: string) {
  const value: unknown = text.startsWith('"') ? JSON.parse(text) : undefined
  return typeof value === 'string' ? wellFormed(value) : undefined
}

const wellFormed = (text: string) => (text.isWellFormed() ? text : undefined)

function readBinaryDigits(text: string) {
  const digits = text.replaceAll(/\s+/g, '')
  if (!/^[01]{8,}$/.test(digits) || digits.length % 8 > 0) return undefined
  return Buffer.from(digits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

/** Hex in one run, or in pairs; so a UUID does not match. */
function readHex(text: string) {
  const groups = text.replace(/^0x/i, '').split(/[\s:]+/)
  const digits = groups.join('')
  const arePairs = groups.length === 1 || groups.every((group) => group.length === 2)
  const isHex = digits.length >= 6 && digits.length % 2 === 0 && !/[^0-9a-f]/i.test(digits)
  return isHex && (arePairs || text.includes('\n')) ? Buffer.from(digits, 'hex') : undefined
}

/** A plus means a space, unless an escaped space or Base64 speaks against it. */
function readUrl(text: string) {
  if (!/%[0-9a-f]{2}/i.test(text)) return undefined
  const plain = decodeURIComponent(text)
  const isForm = !/%20|\s/.test(text) && !/^[\w+/-]+={0,2}$/.test(plain)
  return isForm ? decodeURIComponent(text.replaceAll('+', ' ')) : plain
}

function readBase64(text: string) {
  const digits = text.replaceAll(/\r?\n/g, '')
  return /^[A-Za-z0-9+/]{2,}={0,2}$/.test(digits) && isWhole(digits)
    ? Buffer.from(digits, 'base64')
    : undefined
}

function readBase64Url(text: string) {
  const isUrl = /^[\w-]{2,}={0,2}$/.test(text) && /[_-]/.test(text) && isWhole(text)
  return isUrl ? Buffer.from(text, 'base64url') : undefined
}

/** Padded to groups of four, or too long to be a word. */
function isWhole(digits: string): boolean {
  if (digits.includes('=')) return digits.length % 4 === 0
  return digits.length >= 8 && digits.length % 4 !== 1
}

/** Base64 of bytes without a known meaning, such as a ciphertext. */
function readOpaqueBase64(text: string) {
  const isVaried = [/[A-Z]/, /[a-z]/, /[0-9=]/].every((kind) => kind.test(text))
  return isVaried && text.length >= 24 && text.length % 4 === 0 ? readBase64(text) : undefined
}

function readHtml(text: string) {
  return /&(?:#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);/i.test(text) ? decodeHTML(text) : undefined
}

const ESCAPES = /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi

/** Escapes that are all \x are bytes if those are UTF-8 or compressed, and characters otherwise. */
function readEscapes(text: string) {
  const plain = text.replaceAll(ESCAPES, (_, braced, unit, byte) =>
    String.fromCodePoint(Number.parseInt(braced ?? unit ?? byte, 16)),
  )
  if (plain === text) return undefined
  const bytes = Buffer.from(plain, 'latin1')
  const areBytes = !/\\u/i.test(text) && isAscii(Buffer.from(text))
  return areBytes && (isUtf8(bytes) || codecOf(bytes)) ? bytes : wellFormed(plain)
}

function readBase32(text: string) {
  const isWhole = text.endsWith('=') && text.length % 8 === 0
  if (!/^[A-Z2-7]+={0,6}$/.test(text) || (text.length < 8 && !isWhole)) return undefined
  return Buffer.from(base32nopad.decode(text.replaceAll('=', '')))
}

function readQuotedPrintable(text: string) {
  const isMarked = /=(?:[89A-F][0-9A-F]|3D|\r?\n)/.test(text)
  if (!isMarked || /=(?![0-9A-F]{2}|\r?\n)|[\u0100-\uffff]/.test(text)) return undefined
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, pair) => String.fromCharCode(Number.parseInt(pair, 16)))
  return Buffer.from(bytes, 'latin1')
}

const BASE58_LENGTH_MAX = 4096

function readBase58(text: string) {
  if (text.length < 8 || text.length > BASE58_LENGTH_MAX || !/^[1-9A-Za-z]+$/.test(text))
    return undefined
  return decodeBase58(text, BASE58_ALPHABETS.bitcoin)
}
