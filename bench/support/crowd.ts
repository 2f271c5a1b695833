import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** So many connections, over which so much is asked in a second, or as much as is answered. */
export interface CrowdTask {
  readonly url: string
  readonly creditsKey: string
  readonly connections: number
  readonly perSecond: number
  readonly seconds: number
}

type Kind = 'quote' | 'paid' | 'health'

/** What those heard of one kind of request who come again when they are told to. */
export interface CrowdAnswers {
  readonly kind: Kind
  /** Answered with the status that it is meant to have, whoever asked. */
  readonly all: number
  /** Of those, to the ones who come again when they are told to. */
  readonly answered: number
  /** With 429 or 503, and when to come again. */
  readonly away: number
  /** Anything else, and connections that were cut. */
  readonly odd: number
  readonly p50: number
  readonly p99: number
  readonly p99Away: number
}

const STATUS: Readonly<Record<Kind, number>> = { quote: 402, paid: 200, health: 200 }
const TICK_MS = 2
/** One of so many comes again when it was told to; the others ask without a pause. */
const POLITE_EACH = 5

interface Tally {
  readonly answered: number[]
  readonly away: number[]
  odd: number
  /** Answered, whoever asked. */
  all: number
}

const kindOf = (at: number): Kind => (at % 20 === 0 ? 'health' : at % 4 === 0 ? 'paid' : 'quote')

/** Raw sockets: a client with comforts would be slower than the server that it asks. */
export async function crowd(task: CrowdTask) {
  const { hostname, port } = new URL(task.url)
  const post = (headers: string) =>
    `POST /api/hash HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${headers}content-length: 16\r\n\r\n{"text":"hello"}`
  const words: Readonly<Record<Kind, string>> = {
    quote: post(''),
    paid: post(`authorization: Bearer ${task.creditsKey}\r\n`),
    health: `GET /health HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`,
  }
  const tallies: Readonly<Record<Kind, Tally>> = {
    quote: { answered: [], away: [], odd: 0, all: 0 },
    paid: { answered: [], away: [], odd: 0, all: 0 },
    health: { answered: [], away: [], odd: 0, all: 0 },
  }
  const idle: Buyer[] = []
  const isOpen = task.perSecond !== Infinity
  let sent = 0
  let isOver = false

  function ask(buyer: Buyer): void {
    sent += 1
    buyer.kind = kindOf(sent)
    buyer.sentAt = performance.now()
    buyer.socket.write(words[buyer.kind])
  }

  function heard(buyer: Buyer, head: string): void {
    const status = Number(head.slice(9, 12))
    const tally = tallies[buyer.kind]
    const ms = performance.now() - buyer.sentAt
    const againAfter = /retry-after: (\d+)/i.exec(head)?.[1]
    const isAway = (status === 503 || status === 429) && againAfter !== undefined
    if (status === STATUS[buyer.kind]) {
      tally.all += 1
      if (buyer.isPolite) tally.answered.push(ms)
    } else if (!isAway) tally.odd += 1
    else if (buyer.isPolite) tally.away.push(ms)
    buyer.sentAt = 0
    const again = (): void => {
      if (isOver) return
      if (isOpen) idle.push(buyer)
      else ask(buyer)
    }
    if (isAway && buyer.isPolite) setTimeout(again, Number(againAfter) * 1_000)
    else again()
  }

  const buyers = await Promise.all(
    Array.from({ length: task.connections }, () =>
      arrive(hostname, Number(port), heard, (buyer) => (tallies[buyer.kind].odd += 1)),
    ),
  )
  for (const [place, buyer] of buyers.entries()) buyer.isPolite = place % POLITE_EACH === 0
  const begun = performance.now()
  if (isOpen) idle.push(...buyers)
  else for (const buyer of buyers) ask(buyer)
  const until = begun + task.seconds * 1_000
  let due = 0
  for (let before = begun; performance.now() < until;) {
    await sleep(TICK_MS)
    const at = performance.now()
    if (isOpen) {
      due += ((at - before) / 1_000) * task.perSecond
      while (due >= 1 && idle.length > 0) {
        ask(idle.shift()!)
        due -= 1
      }
      // Who finds no connection free does not ask at all.
      due = Math.min(due, 1)
    }
    before = at
  }
  isOver = true
  const seconds = (performance.now() - begun) / 1_000
  const late = performance.now() + 10_000
  while (buyers.some(({ sentAt }) => sentAt > 0) && performance.now() < late) await sleep(20)
  for (const { kind, sentAt, socket } of buyers) {
    if (sentAt > 0) tallies[kind].odd += 1
    socket
      .removeAllListeners()
      .on('error', () => {})
      .destroy()
  }
  return { seconds, sent, heard: (['quote', 'paid', 'health'] as const).map(heardOf(tallies)) }
}

interface Buyer {
  readonly socket: Socket
  isPolite: boolean
  kind: Kind
  /** 0: nothing is asked at the moment. */
  sentAt: number
}

async function arrive(
  host: string,
  port: number,
  heard: (buyer: Buyer, head: string) => void,
  lost: (buyer: Buyer) => void,
): Promise<Buyer> {
  const socket = connect({ port, host, noDelay: true })
  const buyer: Buyer = { socket, isPolite: true, kind: 'quote', sentAt: 0 }
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (piece: string) => {
    text += piece
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = text.slice(0, end)
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined ? !text.endsWith('0\r\n\r\n') : text.length < end + 4 + Number(length))
      return
    text = ''
    heard(buyer, head)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (buyer.sentAt > 0) lost(buyer)
    buyer.sentAt = 0
  })
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
  return buyer
}

const heardOf =
  (tallies: Readonly<Record<Kind, Tally>>) =>
  (kind: Kind): CrowdAnswers => {
    const { answered, away, odd, all } = tallies[kind]
    const [quick, turned] = [answered.toSorted(up), away.toSorted(up)]
    return {
      kind,
      all,
      answered: answered.length,
      away: away.length,
      odd,
      p50: at(quick, 0.5),
      p99: at(quick, 0.99),
      p99Away: at(turned, 0.99),
    }
  }

const up = (a: number, b: number): number => a - b
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
