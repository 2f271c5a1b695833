import { once } from 'node:events'
import { createTCPServer, createUDPServer, Packet, type DnsHandler, type Resource } from 'dns2'

type Answers = Readonly<{
  A?: readonly string[]
  AAAA?: readonly string[]
  MX?: readonly (readonly [priority: number, exchange: string])[]
  TXT?: readonly (readonly string[])[]
  NS?: readonly string[]
  CNAME?: string
  PTR?: readonly string[]
  SOA?: Partial<Resource>
  CAA?: readonly (readonly [flags: number, tag: string, value: string])[]
}>

/** What is said of each name; of all others, that they do not exist. */
export type Zone = Readonly<
  Record<string, Answers | 'SERVFAIL' | 'REFUSED' | 'FORMERR' | 'no answer'>
>

/** As the real example.com reads, and names beneath it that misbehave. */
export const EXAMPLE_ZONE: Zone = {
  'example.com': {
    A: ['93.184.215.14'],
    AAAA: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
    MX: [[0, '']],
    TXT: [['v=spf1 -all'], ['wgyf8z8cgvm2qmxpnbnldrcltvk4xqfn']],
    NS: ['a.iana-servers.net', 'b.iana-servers.net'],
    SOA: {
      primary: 'ns.icann.org',
      admin: 'noc.dns.icann.org',
      serial: 2_024_081_435,
      refresh: 7_200,
      retry: 3_600,
      expiration: 1_209_600,
      minimum: 3_600,
    },
  },
  '1.1.1.1.in-addr.arpa': { PTR: ['one.one.one.one'] },
  'one.one.one.one': { A: ['1.0.0.1', '1.1.1.1'] },
  'default._domainkey.example.com': {
    TXT: [['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=']],
  },
  'gmail.com': {
    MX: [
      [5, 'gmail-smtp-in.l.google.com'],
      [10, 'alt1.gmail-smtp-in.l.google.com'],
    ],
  },
  '_mta-sts.gmail.com': { TXT: [['v=STSv1; id=20190429T010101;']] },
  '_smtp._tls.gmail.com': { TXT: [['v=TLSRPTv1;rua=mailto:sts-reports@google.com']] },
  'www.example.com': { CNAME: 'example.com' },
  '_dmarc.example.com': { TXT: [['v=DMARC1;p=reject;sp=reject;adkim=s;aspf=s']] },
  'mail.example.com': {
    MX: [
      [20, 'second.example.com'],
      [10, 'first.example.com'],
    ],
  },
  'xn--mnchen-3ya.example.com': { A: ['203.0.113.7'] },
  'split.example.com': { TXT: [['one record ', 'of two strings']] },
  // Too long for any UDP answer, so that it is truncated there and asked for again over TCP.
  'long.example.com': { TXT: Array.from({ length: 60 }, (_, at) => [`${at}:${'x'.repeat(200)}`]) },
  'caa.example.com': {
    CAA: [
      [0, 'issue', 'letsencrypt.org'],
      [128, 'iodef', 'mailto:a@example.com'],
    ],
  },
  'empty.example.com': {},
  'broken.example.com': 'SERVFAIL',
  'refused.example.com': 'REFUSED',
  'malformed.example.com': 'FORMERR',
  'silent.example.com': 'no answer',
}

const RCODES = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }

export interface DnsServer {
  /** Address and port, as `DNS_SERVERS` takes them. */
  readonly address: string
  /** Over which transport each question came. */
  readonly asked: readonly { transport: 'udp' | 'tcp'; name: string }[]
  close(): Promise<void>
}

/** A name server on loopback, over UDP and TCP. It does not keep the process alive. */
export async function startDnsServer(zone: Zone = EXAMPLE_ZONE): Promise<DnsServer> {
  const asked: { transport: 'udp' | 'tcp'; name: string }[] = []
  const handler =
    (transport: 'udp' | 'tcp'): DnsHandler =>
    (request, send) => {
      asked.push({ transport, name: request.questions[0]?.name ?? '' })
      const response = answer(request, zone)
      if (response) void send(response)
    }
  const { udp, tcp, port } = await onOnePort(handler)
  udp.unref()
  tcp.unref()
  return {
    address: `127.0.0.1:${port}`,
    asked,
    async close() {
      await Promise.all([
        new Promise<void>((done) => void udp.close(done)),
        new Promise((done) => void tcp.close(done)),
      ])
    },
  }
}

/** What is free over UDP may be taken over TCP, so another port is tried then. */
async function onOnePort(handler: (transport: 'udp' | 'tcp') => DnsHandler) {
  for (;;) {
    const udp = createUDPServer(handler('udp'))
    await udp.listen(0, '127.0.0.1')
    const { port } = udp.address()
    const tcp = createTCPServer(handler('tcp'))
    tcp.listen(port, '127.0.0.1')
    try {
      await once(tcp, 'listening')
      return { udp, tcp, port }
    } catch (problem) {
      udp.close()
      if ((problem as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw problem
    }
  }
}

function answer(request: Packet, zone: Zone): Packet | null {
  const response = Packet.createResponseFromRequest(request)
  response.header.ra = 1
  const { name, type } = request.questions[0]!
  const said = zone[name.toLowerCase()]
  if (said === 'no answer') return null
  if (said === undefined || typeof said === 'string')
    response.header.rcode = RCODES[said ?? 'NXDOMAIN']
  else response.answers.push(...records(name, type, said, zone))
  return response
}

function records(name: string, type: number, said: Answers, zone: Zone): Resource[] {
  const { TYPE } = Packet
  const make = (type: number, data: Partial<Resource>) =>
    new Packet.Resource({ name, type, class: Packet.CLASS.IN, ttl: 300, ...data })
  if (said.CNAME !== undefined) {
    const target = zone[said.CNAME]
    const rest =
      type === TYPE.CNAME || typeof target !== 'object'
        ? []
        : records(said.CNAME, type, target, zone)
    return [make(TYPE.CNAME, { domain: said.CNAME }), ...rest]
  }
  switch (type) {
    case TYPE.A:
      return (said.A ?? []).map((address) => make(type, { address }))
    case TYPE.AAAA:
      return (said.AAAA ?? []).map((address) => make(type, { address }))
    case TYPE.MX:
      return (said.MX ?? []).map(([priority, exchange]) => make(type, { priority, exchange }))
    case TYPE.TXT:
      return (said.TXT ?? []).map((data) => make(type, { data: [...data] }))
    case TYPE.NS:
      return (said.NS ?? []).map((ns) => make(type, { ns }))
    case TYPE.PTR:
      return (said.PTR ?? []).map((domain) => make(type, { domain }))
    case TYPE.SOA:
      return said.SOA ? [make(type, said.SOA)] : []
    case TYPE.CAA:
      return (said.CAA ?? []).map(([flags, tag, value]) => make(type, { flags, tag, value }))
    default:
      return []
  }
}
