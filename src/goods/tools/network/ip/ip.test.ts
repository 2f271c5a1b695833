import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import asnInfo from './asn-info.ts'
import cidr from './cidr.ts'
import cidrAggregate from './cidr-aggregate.ts'
import ipInfo from './ip-info.ts'
import ipParse from './ip-parse.ts'
import ipReputation from './ip-reputation.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'

describe('ip-parse', () => {
  // Checked against Python's ipaddress.
  test.each([
    ['0.0.0.0', '0.0.0.0', '0', 'unspecified'],
    ['255.255.255.255', '255.255.255.255', '4294967295', 'broadcast'],
    ['127.0.0.1', '127.0.0.1', '2130706433', 'loopback'],
    ['169.254.1.1', '169.254.1.1', '2851995905', 'link-local'],
    ['100.64.0.1', '100.64.0.1', '1681915905', 'shared'],
    ['224.0.0.1', '224.0.0.1', '3758096385', 'multicast'],
    ['192.0.2.1', '192.0.2.1', '3221225985', 'documentation'],
    ['198.18.0.1', '198.18.0.1', '3323068417', 'benchmarking'],
    ['8.8.8.8', '8.8.8.8', '134744072', 'public'],
    ['::', '::', '0', 'unspecified'],
    ['::1', '::1', '1', 'loopback'],
    ['[FE80::1]', 'fe80::1', '338288524927261089654018896841347694593', 'link-local'],
    ['fc00::1', 'fc00::1', '334965454937798799971759379190646833153', 'private'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3', '5192296858534864522018643748323331', 'reserved'],
    [
      '2606:4700:4700::1111',
      '2606:4700:4700::1111',
      '50543257694033307102031451402929180945',
      'public',
    ],
    ['::ffff:1.2.3.4', '::ffff:1.2.3.4', '281470698652420', 'ipv4-mapped'],
    ['::1.2.3.4', '::102:304', '16909060', 'reserved'],
  ])('%s', async (ip, canonical, decimal, scope) => {
    const answer = await runExample(ipParse, { ip })
    expect(answer).toMatchObject({ valid: true, canonical, decimal, scope })
  })

  test.each([
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['64:ff9b::808:808', '8.8.8.8'],
    ['2002:102:304::1', '1.2.3.4'],
    ['2001:db8::1', undefined],
  ])('%s wraps %s', async (ip, mappedIpv4) => {
    expect((await runExample(ipParse, { ip }))['mappedIpv4']).toBe(mappedIpv4)
  })

  test.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '0x7f.1',
    '1.2.3.4/8',
    '::1%eth0',
    ':::',
    '1::2::3',
    '12345::',
    '::1.2.3.256',
    '::01.2.3.4',
    '__proto__',
    'x'.repeat(100),
  ])('%j is refused as an address', async (ip) => {
    expect(await runExample(ipParse, { ip })).toEqual({ valid: false })
  })
})

describe('cidr', () => {
  test.each([
    ['10.1.2.3/8', '10.0.0.0/8', '10.0.0.1', '10.255.255.254', '16777216'],
    ['192.0.2.0/31', '192.0.2.0/31', '192.0.2.0', '192.0.2.1', '2'],
    ['192.0.2.7', '192.0.2.7/32', '192.0.2.7', '192.0.2.7', '1'],
    ['0.0.0.0/0', '0.0.0.0/0', '0.0.0.1', '255.255.255.254', '4294967296'],
    ['::/0', '::/0', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', String(2n ** 128n)],
  ])('%s', async (text, network, firstHost, lastHost, size) => {
    expect(await runExample(cidr, { cidr: text })).toMatchObject({
      network,
      firstHost,
      lastHost,
      size,
    })
  })

  test.each([
    [{ cidr: '10.0.0.0/33' }, /^cidr: /],
    [{ cidr: '10.0.0.0/-1' }, /^cidr: /],
    [{ cidr: '10.0.0.0/8/8' }, /^cidr: /],
    [{ cidr: '10.0.0/8' }, /^cidr: /],
    [{ cidr: '' }, /^cidr: /],
    [{ cidr: '10.0.0.0/8', contains: 'x' }, /^contains: /],
    [{ cidr: '10.0.0.0/8', splitPrefix: 30 }, /^splitPrefix: must be 8 to 18/],
    [{ cidr: '10.0.0.0/8', splitPrefix: 7 }, /^splitPrefix: /],
  ])('%j is refused', async (input, message) => {
    const refusal = runExample(cidr, input)
    await expect(refusal).rejects.toMatchObject({ code: 'bad_input' })
    await expect(refusal).rejects.toThrow(message)
  })

  test.each([
    ['::10.0.0.0/104', '::a00:0/104', '::1.2.3.4', false],
    ['::/96', '::/96', '::1.2.3.4', true],
    ['::/96', '::/96', '::ffff:1.2.3.4', false],
  ])('%s is %s, and whether it holds %s is %j', async (text, network, contains, isInside) => {
    const answer = await runExample(cidr, { cidr: text, contains })
    expect(answer).toMatchObject({ network, contains: isInside })
  })

  test('an address of another version lies outside', async () => {
    const input = { cidr: '::/0', contains: '10.0.0.1' }
    expect(await runExample(cidr, input)).toMatchObject({ contains: false })
  })
})

describe('cidr-aggregate', () => {
  test.each([
    [
      [
        '10.0.0.0/9',
        '10.128.0.0/9',
        '10.0.0.5',
        '192.168.1.0/24',
        '192.168.0.0/24',
        '192.168.3.0/24',
      ],
      [],
      ['10.0.0.0/8', '192.168.0.0/23', '192.168.3.0/24'],
    ],
    [['10.0.0.0/29'], ['10.0.0.3'], ['10.0.0.0/31', '10.0.0.2/32', '10.0.0.4/30']],
    [['0.0.0.0/0', '::/0'], [], ['0.0.0.0/0', '::/0']],
    [['10.0.0.0/24'], ['10.0.0.0/8'], []],
    [['::1.2.3.4', '::ffff:1.2.3.4'], [], ['::102:304/128', '::ffff:1.2.3.4/128']],
    [['::/0'], ['8000::/1'], ['::/1']],
    [
      ['10.0.0.0/24', '10.0.2.0/24'],
      ['10.0.0.128/25', '10.0.2.0/25', '::/0'],
      ['10.0.0.0/25', '10.0.2.128/25'],
    ],
  ])('%j without %j', async (cidrs, exclude, expected) => {
    expect((await runExample(cidrAggregate, { cidrs, exclude }))['cidrs']).toEqual(expected)
  })

  test('an invalid block is named', async () => {
    const refusal = runExample(cidrAggregate, { cidrs: ['10.0.0.0/8', 'x'] })
    await expect(refusal).rejects.toThrow(/^cidrs\.1: "x" must be/)
  })

  test('the largest allowed input is merged quickly', async () => {
    const cidrs = Array.from(
      { length: 5_000 },
      (_, at) => `10.${at >> 8}.${at & 255}.${(at * 7) & 255}`,
    )
    const exclude = Array.from({ length: 5_000 }, (_, at) => `2001:db8:${at.toString(16)}::/48`)
    const worked = startWorkInThreads()
    expect((await runExample(cidrAggregate, { cidrs, exclude }))['after']).toBeGreaterThan(4_000)
    expect(await worked()).toBeLessThan(2_000)
  })

  test('an exclusion that leaves too many blocks is refused', async () => {
    const exclude = Array.from({ length: 5_000 }, (_, at) => `${at.toString(16)}::5555:5555:5555`)
    const refusal = runExample(cidrAggregate, { cidrs: ['::/0'], exclude })
    await expect(refusal).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('live facts', () => {
  test.each(['10.0.0.1', '127.0.0.1', '::1', '169.254.169.254', '::ffff:8.8.8.8', 'x'])(
    '%s is refused before a provider is asked',
    async (ip) => {
      for (const tool of [ipInfo, ipReputation, asnInfo])
        await expect(runExample(tool, { ip })).rejects.toMatchObject({ code: 'bad_input' })
    },
  )

  test('an address that nobody announces has no system', async () => {
    expect(await runExample(asnInfo, { ip: '93.184.215.14' })).toMatchObject({
      asn: null,
      announced: false,
      prefix: null,
      prefixes: [],
    })
  })

  test.each([{}, { ip: '1.1.1.1', asn: 1 }])(
    'exactly one of the inputs must be given',
    async (input) => {
      await expect(runExample(asnInfo, input)).rejects.toThrow(/exactly one/)
    },
  )

  test('a host without an address is not found', async () => {
    const answer = runExample(asnInfo, { host: 'nowhere.example.com' })
    await expect(answer).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an address with a clean record', async () => {
    expect(await runExample(ipReputation, { ip: '8.8.8.8' })).toMatchObject({
      attacks: 0,
      reports: 0,
      firstSeenDate: null,
      threatFeeds: {},
      torExit: false,
      riskHint: 'none',
    })
  })
})
