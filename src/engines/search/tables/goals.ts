/** Words of occasions and goals, and words of the trade that they may stand for, as in `HINTS`. */
export const GOALS = `
  flatmate: share, split
  roommate: share, split
  bill: invoice, total, amount
  tip: percent
  discount: percent, price
  cheaper: price, compare
  afford: loan, payment, budget
  borrow: loan, interest
  lend: loan, interest
  debt: loan, payoff
  owe: debt, balance
  pension: annuity, savings
  retire: annuity, compound, interest
  invest: investment, portfolio, return
  investor: holdings, portfolio, fund
  profit: margin, revenue, income
  earn: profit, margin, income
  profitable: margin, break-even, profit
  revenue: income, financials
  sell: selling, price
  charge: price, fee
  fee: cost, gas
  fare: price
  trader: market, price
  broker: stock, exchange
  dividends: stock
  apartment: property, address
  house: property, address, home
  property: home, address
  neighbourhood: location, nearby
  neighborhood: location, nearby
  road: route, driving
  drive: route, driving, car
  walk: route, walking
  bike: route, cycling
  bicycle: route, cycling
  cycling: route
  hike: elevation, route, outdoor
  climb: elevation
  mountain: elevation
  beach: tide, weather
  surf: tide
  sail: tide, wind
  fishing: tide
  pilot: aviation, airport
  fog: visibility, aviation, weather
  runway: airport, aviation
  dusk: sunset, twilight
  dawn: sunrise, twilight
  evening: sunset
  dark: sunset, twilight
  stars: sky, moon
  night: moon, sky
  eclipse: solar, lunar
  barbecue: weather, forecast
  picnic: weather, forecast
  umbrella: forecast, rain
  warm: temperature
  hot: temperature
  cold: temperature
  summer: weather, temperature
  winter: weather, temperature
  smog: air, quality
  pollution: air, quality
  asthma: air, disease
  doctor: provider, health
  patient: clinical, health
  pregnant: drug, label
  pill: drug, label
  tablet: drug
  dose: dosage, drug
  therapy: clinical, treatment
  cure: clinical, treatment
  diet: food, nutrition
  eat: food, nutrition, place
  protein: nutrient, food
  sugar: nutrient, food
  toy: product
  stroller: product
  vehicle: car
  car: vehicle
  motorbike: vehicle
  scooter: vehicle
  chassis: vin, vehicle
  engine: vehicle
  supplier: vendor, company
  vendor: company, check
  customer: company
  competitor: similar, companies
  employer: company, jobs
  hire: jobs
  vacancy: jobs
  staff: employees
  manager: people
  firm: company, legal
  subsidiary: corporate, parent
  shareholder: holdings, insider
  director: insider, registry
  lawsuit: filing, legal
  lawyer: legal, contract
  clause: contract, document
  contract: document
  letter: text, document
  manual: document
  chapter: document, section
  scan: ocr, barcode
  scanner: barcode, decode
  handwritten: ocr
  screenshot: page
  camera: photo, exif
  photographer: photo
  album: photo, duplicate
  selfie: photo
  drawing: image, picture
  poster: image
  illustration: image, picture
  sketch: image
  animation: video
  film: video
  podcast: audio, transcribe
  interview: audio, transcribe
  lecture: audio, transcribe
  narrate: speech, spoken
  pronounce: speech, spoken
  mockup: placeholder, mock
  dummy: placeholder, fake, filler
  invented: fake, made-up
  layout: placeholder, design
  plagiarism: similarity, text
  copied: similarity, duplicate
  misspelling: spell
  proofread: spell
  mistake: error, fault
  insult: profanity, harmful
  offensive: harmful, profanity
  nasty: harmful, profanity
  abusive: harmful, profanity
  violent: harmful
  hate: harmful
  nude: harmful
  anonymous: redact, personal
  privacy: redact, personal
  confidential: redact, secret
  leak: secret, leaked
  hacker: attack, exploited
  stolen: theft, fraud
  thief: theft, risk
  impersonate: look-alike, phishing
  pretend: look-alike, phishing
  lookalike: look-alike, phishing
  trustworthy: trust, risk
  trick: injection, phishing
  cheat: fraud, scam
  junk: spam, deliverability
  bounce: mailbox, deliverability
  undelivered: deliverability
  outage: down, status
  unreachable: status, up
  slow: timing, performance
  loading: timing
  cached: cache
  redirect: location
  expired: expiry
  renewal: expiry
  lottery: random, combinations
  winner: draw, pick
  dice: roll
  chance: probability, odds
  odds: probability, prediction
  bet: prediction, odds
  luck: significance, probability
  likely: probability
  guess: estimate
  significant: significance, test
  experiment: test, conversion
  variant: conversion, test
  survey: sample, margin
  poll: sample, confidence
  trend: forecast, series
  predict: forecast
  predicted: forecast
  demand: forecast
  seasonal: season, series
  suspicious: outlier, risk
  unusual: outlier
  odd: outlier
  jump: changepoint, shift
  grouped: cluster, group
  segment: cluster
  relation: correlation
  depend: correlation, regression
  puzzle: captcha
  suitcase: knapsack, weight
  backpack: knapsack, weight
  courier: route, stop
  parcel: route
  stopover: stop
  queue: job, worker
  twice: idempotent, lock, duplicate
  once: lock, swap
  remembers: memory
  diary: memory, remember
  preference: memory, store
  setting: memory, store
  colleague: wallet, agent
  partner: agent, wallet
  bot: agent, crawler
  chatbot: language, model
  gpt: chat, model
  llm: language, model
  ai: model
  prompt: language, model
  hallucination: citation, reference
  bibliography: reference, citation
  footnote: reference, citation
  rumour: claim, check
  rumor: claim, check
  truth: claim, check
  homework: equation, solve
  formula: expression, equation
  slope: derivative
  triangle: polygon, area
  garden: polygon, area
  field: polygon, area
  crow: distance, straight
  abroad: country, currency
  passport: country
  visa: country
  tourist: country, place
  inhabitant: population
  population: demographics, indicator
  poverty: indicator
  literacy: indicator
  mortality: indicator
  economy: gdp, indicator
  recession: yield, curve
  jobless: unemployment
  wage: payroll
  customs: tariff, duty
  import: trade, tariff
  export: trade
  scholarship: grant
  funding: grant
  donation: grant
  procurement: tender
  bid: tender
`
