import type { Exchange, Year } from './_exchange.ts'

const NEW_YORK: Pick<Exchange, 'tz' | 'regular' | 'extended' | 'earlyClose' | 'years'> = {
  tz: 'America/New_York',
  regular: [['09:30', '16:00']],
  extended: { pre: '04:00', post: '20:00', earlyPost: '17:00' },
  earlyClose: '13:00',
  years: {
    2026: {
      closed:
        "0101 New Year's Day, 0119 Martin Luther King Jr. Day, 0216 Washington's Birthday, 0403 Good Friday, 0525 Memorial Day, 0619 Juneteenth, 0703 Independence Day, 0907 Labor Day, 1126 Thanksgiving Day, 1225 Christmas Day",
      early: '1127 1224',
    },
    2027: {
      closed:
        "0101 New Year's Day, 0118 Martin Luther King Jr. Day, 0215 Washington's Birthday, 0326 Good Friday, 0531 Memorial Day, 0618 Juneteenth, 0705 Independence Day, 0906 Labor Day, 1125 Thanksgiving Day, 1224 Christmas Day",
      early: '1126',
    },
    2028: {
      closed:
        "0117 Martin Luther King Jr. Day, 0221 Washington's Birthday, 0414 Good Friday, 0529 Memorial Day, 0619 Juneteenth, 0704 Independence Day, 0904 Labor Day, 1123 Thanksgiving Day, 1225 Christmas Day",
      early: '0703 1124',
    },
  },
}

const EXTENDED =
  'The extended hours are those in which listed stocks trade on electronic markets; night sessions are left out.'

export const WEST = {
  NYSE: {
    ...NEW_YORK,
    name: 'New York Stock Exchange',
    source: 'NYSE Group, holiday and early closings calendar 2026 to 2028, of 2025-12-23',
    about: EXTENDED,
  },
  NASDAQ: {
    ...NEW_YORK,
    name: 'Nasdaq Stock Market',
    source: 'The calendar of the United States equity markets 2026 to 2028, of 2025-12-23',
    about: EXTENDED,
  },
  LSE: {
    name: 'London Stock Exchange',
    tz: 'Europe/London',
    regular: [['08:00', '16:30']],
    earlyClose: '12:30',
    years: {
      2026: {
        closed:
          "0101 New Year's Day, 0403 Good Friday, 0406 Easter Monday, 0504 Early May Bank Holiday, 0525 Spring Bank Holiday, 0831 Summer Bank Holiday, 1225 Christmas Day, 1228 Boxing Day",
        early: '1224 1231',
      },
      2027: {
        closed:
          "0101 New Year's Day, 0326 Good Friday, 0329 Easter Monday, 0503 Early May Bank Holiday, 0531 Spring Bank Holiday, 0830 Summer Bank Holiday, 1227 Christmas Day, 1228 Boxing Day",
        early: '1224 1231',
      },
    },
    source: 'Bank holidays of England 2026 and 2027, and the business days of the exchange',
    about: 'Auctions before the open and after the close are left out.',
  },
  XETRA: {
    name: 'Xetra, Frankfurt',
    tz: 'Europe/Berlin',
    regular: [['09:00', '17:30']],
    earlyClose: '14:00',
    years: {
      2026: {
        closed:
          "0101 New Year's Day, 0403 Good Friday, 0406 Easter Monday, 0501 Labour Day, 1224 Christmas Eve, 1225 Christmas Day, 1231 New Year's Eve",
        early: '1230',
      },
      2027: {
        closed:
          "0101 New Year's Day, 0326 Good Friday, 0329 Easter Monday, 1224 Christmas Eve, 1231 New Year's Eve",
        early: '1230',
      },
    },
    source: 'Deutsche Börse cash market, trading calendar by its standing rules',
    about: 'The closing auction after the close is left out.',
  },
  EURONEXT: {
    name: 'Euronext Paris, Amsterdam, Brussels, Lisbon',
    tz: 'Europe/Paris',
    regular: [['09:00', '17:30']],
    earlyClose: '14:05',
    years: {
      2026: {
        closed:
          "0101 New Year's Day, 0403 Good Friday, 0406 Easter Monday, 0501 Labour Day, 1225 Christmas Day",
        early: '1224 1231',
      },
      2027: {
        closed: "0101 New Year's Day, 0326 Good Friday, 0329 Easter Monday",
        early: '1224 1231',
      },
    },
    source: 'Euronext cash markets, trading calendar by its standing rules',
    about: 'Dublin, Milan and Oslo have other days.',
  },
  TSX: {
    name: 'Toronto Stock Exchange',
    tz: 'America/Toronto',
    regular: [['09:30', '16:00']],
    earlyClose: '13:00',
    years: {
      2026: {
        closed:
          "0101 New Year's Day, 0216 Family Day, 0403 Good Friday, 0518 Victoria Day, 0701 Canada Day, 0803 Civic Holiday, 0907 Labour Day, 1012 Thanksgiving Day, 1225 Christmas Day, 1228 Boxing Day",
        early: '1224',
      },
      2027: {
        closed:
          "0101 New Year's Day, 0215 Family Day, 0326 Good Friday, 0524 Victoria Day, 0701 Canada Day, 0802 Civic Holiday, 0906 Labour Day, 1011 Thanksgiving Day, 1227 Christmas Day, 1228 Boxing Day",
        early: '1224',
      },
    },
    source: 'TSX trading holidays by the standing rules of the exchange',
  },
  CME: {
    name: 'CME Globex, equity index futures',
    tz: 'America/Chicago',
    regular: [['-17:00', '16:00']],
    years: Object.fromEntries(
      Object.entries(NEW_YORK.years).map(([year, { closed, early = '' }]): [string, Year] => [
        year,
        {
          closed: '',
          unsure: [
            ...closed.split(', '),
            ...early.split(' ').map((day) => `${day} Short day`),
            "1231 New Year's Eve",
          ].join(', '),
        },
      ]),
    ),
    source: 'The regular week of CME Globex; days of United States holidays from NYSE',
    about: 'On holidays each product has its own hours, which are not known here.',
  },
} as const satisfies Readonly<Record<string, Exchange>>
