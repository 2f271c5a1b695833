/** Words that callers use for one another. Two words that stand side by side may be one entry. */
export const SAME = `
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
  heading, header
  permission, allow
  subdomain, hostname
  calendar, schedule
  colour, palette
  difference, elapsed
  trip, journey
  earthquake, quake
`

/** A word, and words that it may stand for; not the other way round. */
export const HINTS = `
  unzip: zip, extract, decompress, entries, read
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
  seismic: earthquake
  tremor: earthquake
  quake: earthquake
  enqueue: push, queue
  dequeue: pop, queue
  permission: grant
  access: grant
  withdraw: revoke
  erase: remove, forget
  dump: export
  backup: export
  bulk: batch
  increment: counter, add
  tally: counter
  mutex: lock, compare, swap
  throttle: rate, limit
  quota: usage
  markup: html
  href: link
  hyperlink: link
  rasterize: draw, svg
  rasterise: draw, svg
  vector: svg
  dimension: size
  pixel: size
  thumbnail: resize, scale
  semantic: meaning, neural
  concept: meaning, neural
  cheap: lite
  itinerary: trip, stop
  journey: trip
  travel: trip
  press: news, article
  headline: news
  timeline: post
  follower: profile
  elapsed: difference
  conference: meeting
  appointment: meeting, event
  office: working, hours
  protect: encrypt
  aes: encrypt
  unwrap: peel, layered
  trustee: share, secret
  amp: entities
  lt: entities
  apostrophe: entities
  restaurant: place
  hotel: place
  pharmacy: place
  museum: place
  cafe: place
  coffee: place
  nearby: place
  near: place
  gibberish: mojibake, layered
  garble: mojibake
  umlaut: mojibake, unicode
  newsletter: mail
  inbox: mailbox, message
  nameserver: ns, dns
  resolver: dns
  isp: network, holder
  provider: network, holder
  browser: page
  homepage: page
  screengrab: screenshot
  podcast: feed, audio
  blog: feed, site
  subscribe: feed
  rain: weather
  temperature: weather
  umbrella: weather, rain
  hurricane: weather, warning
  tornado: weather, warning
  storm: weather, warning
  flood: warning
  street: address
  workday: working, day
  weekday: working, day
  fortnight: week
  deadline: date
  schedule: cron, recurrence
  routine: cron
  logo: icon
  receipt: scan
  scanned: scan, ocr
  handwriting: ocr
  caption: ocr
  codec: media
  shopify: shop, technologies
  wordpress: cms, technologies
  woocommerce: shop, technologies
  react: framework, technologies
  cloudflare: cdn
  scam: fraud
  fake: fraud
  legit: fraud
  phishing: fraud
  competitor: similar
  rival: similar
  citation: cite
  reference: cite
  source: citation
  headquarters: company
  biography: person, wikidata
  born: person, wikidata
  wikipedia: wikidata
  founded: company, wikidata
  ticker: stock
  webhook: hmac
  airdrop: merkle
  ledger: log
  trail: log
  shopping: shop
  discussion: thread, comment
  conversation: thread, comment
  globe: earth
  planet: earth
  blob: layered, data
  idn: punycode, international
  tld: suffix
  extension: suffix
  factor: totp
  rag: grounding, model
  xss: script, sanitize
  latin1: charset
  utf8: charset
  jis: charset
  calorie: nutrient, food
  vitamin: nutrient, food
  mile: unit, distance
  kilometer: unit, distance
  kilometre: unit, distance
  km: distance
  fahrenheit: unit, temperature
  celsius: unit, temperature
  pound: unit, currency
  dollar: currency, usd
  euro: currency
  yen: currency
  inflation: price, consumer
  salary: income, wage
  gdp: indicator, growth
  dividend: share
  crypto: token, coin
  nft: collection
  airline: airport, flight
  pill: drug
  symptom: diagnosis
  illness: diagnosis, disease
  allergy: food
  recall: product
  isbn: book
  author: book
  thesis: scholarly, paper
  paper: scholarly
  study: scholarly, trial
  scientific: scholarly
  bug: issue, vulnerability
  hacked: attack, vulnerability
  exploit: vulnerability
  tone: sentiment
  mood: sentiment
  rude: profanity
  swear: profanity
  typo: spell
  dictionary: define
  plural: word
  essay: text
  lottery: draw
  raffle: draw
  coin: flip
  invoice: total
  vat: tax
  retirement: annuity
  savings: interest
  wifi: qr
  spreadsheet: sheet
  powerpoint: slides
  presentation: slides
  word document: docx
  workbook: xlsx
  latency: timing, response
  undo: decode
  revert: decode
  reverse: decode
  nearest: place
  closest: place
  shop: place
  bakery: place
  supermarket: place
  hospital: place
  school: place
  town: city, place
  village: city, place
  ceo: person, company
  founder: person, company
  wireguard: x25519
  uv: weather
  sunny: weather
  cloudy: weather
  snow: weather
  humidity: weather
  edit: change
  update: change
  cap: limit
  claudebot: crawler, robots
  gptbot: crawler, robots
  googlebot: crawler, robots
  perplexitybot: crawler, robots
  bingbot: crawler, robots
  ccbot: crawler, robots
  spider: crawl
  murmurhash: murmur, checksum
  xxhash: checksum
  blank: empty
  newspaper: news, article
  coverage: news
  journalist: news
  uptime: status, up
  hosting: technologies, hosting
  cookies: headers
  clip: video
  recording: audio, media
  song: audio, media
  bitrate: media
  zipcode: postal
  countdown: until
  anniversary: date
  jumble: layered
`
