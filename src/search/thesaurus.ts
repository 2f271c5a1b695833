import { termOf } from './terms.ts'

/** Words that callers use for one another. Two words that stand side by side may be one entry. */
const SAME = `
  picture, image, photo, img
  convert, conversion, transform
  zip, archive
  compress, compression, gzip
  decompress, gunzip, inflate, unpack
  encode, encoding, escape
  decode, decoding, unescape
  encrypt, encryption, cipher
  decrypt, decryption, decipher
  hash, digest, fingerprint
  sign, signature, signing
  verify, validate, check, test
  make, create, generate, build, produce
  remove, delete, strip, clean
  fix, repair, mend, correct
  merge, combine, join, concatenate
  split, divide, separate
  compare, difference, diff
  find, search, lookup, look up
  fetch, download, retrieve, grab
  read, view, inspect, open
  parse, analyze, analyse, read
  explain, describe, meaning
  calculate, compute, calculator, calc
  website, site, page, webpage, web page, web site
  url, link, uri
  domain, hostname, host
  certificate, cert, x509
  ssl, tls, https
  email, mail
  phone, telephone, mobile
  password, passphrase
  timezone, zone, time zone
  coming, next, upcoming
  previous, last, past
  recurring, recurrence, repeat
  timestamp, epoch, instant
  weather, forecast
  currency, exchange rate, fx, forex
  price, cost, quote
  stock, share, equity
  company, business, corporation, firm
  text, string
  document, file
  spreadsheet, excel, xlsx
  csv, table
  markdown, md
  javascript, js
  color, colour
  license, licence
  catalog, catalogue
  organization, organisation
  summary, summarize, summarise, tldr
  normalize, normalise
  location, place, position
  coordinate, latitude, longitude, gps
  threat, malicious, abuse, attack
  subnet, cidr, netmask
  whois, rdap, registration
  totp, otp, 2fa, mfa, two factor, one time
  speech, voice, spoken
  ethereum, evm, eth
  bitcoin, btc
  solana, sol
  crypto, cryptocurrency, coin
  repository, repo
  vulnerability, cve
  package, library, module
  mean, average
  add, sum, plus
  subtract, minus
  loan, mortgage
  drug, medicine, medication
  misspelled, spell, typo
  similar, alike, similarity
  duplicate, dedupe, deduplicate
  truncate, shorten, cut
  base64, b64
  regex, regexp, regular expression
  jwt, json web token, web token
  tech, technology
  qr, barcode, bar code
  resize, scale
  ip, address
  delay, latency
`

/** A word, and what whoever says it may be looking for; not the other way round. */
const HINTS = `
  unzip: zip, extract, decompress
  untar: tar, extract, decompress
  crontab: cron
  geolocate: location, country, city
  hexadecimal: hex
  website: url, web
  ago: relative
  today: current, now
  now: current
  owner: holder, registrant
  own: owner, holder, registration
  down: status, up
  offline: status, up
  online: status, up
  unix: epoch, timestamp
  picture: photograph
  pubkey: public, key
  birthday: age
  summarize: summary
  scrape: extract, crawl
  buy: purchase, price
  spam: deliverability, mail
  allowed: may, policy, permission
  mp3: audio
  mp4: video
  mortgage: instalment
  webpage: extract, article
  statistic: summary
  standard deviation: statistics, descriptive
  variance: statistics, descriptive
  bitcoin: coin, crypto
  ethereum: coin, crypto
  broken: repair, almost
  transcription: speech, transcribe
  csr: signing, request, certificate
  authenticator: totp, otp
  authentication: totp, otp
  tomorrow: date
  yesterday: date
  daylight saving: dst, clock, zone
  dst: clock, zone
  taken: available
  free: available
  ping: check, status, up
`

const SIDE_BY_SIDE = /\s+/g

/** Other terms that a term may stand for. */
export const synonymsOf = (term: string): readonly string[] => [
  ...(SYNONYMS.get(term) ?? []),
  ...doerOrDeed(term),
]

/** `checker` may be after what `check`s, and the other way round. */
function doerOrDeed(term: string): readonly string[] {
  if (!/^[a-z]{4,}$/.test(term)) return []
  return [term.endsWith('er') ? term.slice(0, -2) : `${term}er`]
}

const SYNONYMS: ReadonlyMap<string, readonly string[]> = read()

function read(): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  const add = (word: string, others: readonly string[]): void => {
    const known = found.get(word) ?? new Set()
    for (const other of others) if (other !== word) known.add(other)
    found.set(word, known)
  }
  for (const words of SAME.trim().split('\n').map(list)) {
    for (const word of words) add(word, words)
  }
  for (const line of HINTS.trim().split('\n')) {
    const [word = '', others = ''] = line.split(':')
    add(termOf(word.trim()), list(others))
  }
  return new Map([...found].map(([word, others]) => [word, [...others]]))
}

function list(words: string): string[] {
  return words.split(',').map((word) => termOf(word.trim().replace(SIDE_BY_SIDE, '')))
}
