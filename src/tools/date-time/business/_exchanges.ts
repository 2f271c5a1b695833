/**
 * When exchanges trade, as they have announced it. A year that an exchange has not announced is not
 * here. Days are MMDD; of a weekend only those on which somebody might expect trading.
 */

export interface Year {
  /** Weekdays without trading, and why. */
  readonly closed: string
  /** Days that end early. */
  readonly early?: string
  /** Days whose hours the exchange sets for each product, or tells only shortly before. */
  readonly unsure?: string
  /** Days of a weekend with the hours of a weekday. */
  readonly extra?: string
}

export interface Exchange {
  readonly name: string
  readonly tz: string
  /** Local times; a leading - is the evening before. */
  readonly regular: readonly (readonly [string, string])[]
  readonly extended?: { readonly pre: string; readonly post: string; readonly earlyPost: string }
  readonly earlyClose?: string
  readonly years: Readonly<Record<number, Year>>
  readonly source: string
  readonly about?: string
}

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
  'The extended hours are those in which listed stocks trade on electronic markets; sessions of the night are left out.'

export const EXCHANGES = {
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
  TSE: {
    name: 'Tokyo Stock Exchange',
    tz: 'Asia/Tokyo',
    regular: [
      ['09:00', '11:30'],
      ['12:30', '15:30'],
    ],
    years: {
      2026: {
        closed:
          "0101 New Year's Day, 0102 Market Holiday, 0112 Coming of Age Day, 0211 National Foundation Day, 0223 Emperor's Birthday, 0320 Vernal Equinox, 0429 Showa Day, 0504 Greenery Day, 0505 Children's Day, 0506 Constitution Memorial Day, 0720 Marine Day, 0811 Mountain Day, 0921 Respect for the Aged Day, 0922 National Holiday, 0923 Autumnal Equinox, 1012 Sports Day, 1103 Culture Day, 1123 Labor Thanksgiving Day, 1231 Market Holiday",
      },
      2027: {
        closed:
          "0101 New Year's Day, 0111 Coming of Age Day, 0211 National Foundation Day, 0223 Emperor's Birthday, 0322 Vernal Equinox, 0429 Showa Day, 0503 Constitution Memorial Day, 0504 Greenery Day, 0505 Children's Day, 0719 Marine Day, 0811 Mountain Day, 0920 Respect for the Aged Day, 0923 Autumnal Equinox, 1011 Sports Day, 1103 Culture Day, 1123 Labor Thanksgiving Day, 1231 Market Holiday",
      },
    },
    source: 'National holidays of Japan 2026 and 2027, and 31 December to 3 January',
  },
  HKEX: {
    name: 'Hong Kong Exchanges',
    tz: 'Asia/Hong_Kong',
    regular: [
      ['09:30', '12:00'],
      ['13:00', '16:00'],
    ],
    earlyClose: '12:00',
    years: {
      2026: {
        closed:
          "0101 New Year's Day, 0217 Lunar New Year, 0218 Lunar New Year, 0219 Lunar New Year, 0403 Good Friday, 0406 Day after Ching Ming, 0407 Day after Easter Monday, 0501 Labour Day, 0525 Day after Buddha's Birthday, 0619 Tuen Ng Festival, 0701 HKSAR Establishment Day, 1001 National Day, 1019 Day after Chung Yeung, 1225 Christmas Day",
        early: '0216 1224 1231',
      },
      2027: {
        closed:
          "0101 New Year's Day, 0208 Lunar New Year, 0209 Lunar New Year, 0326 Good Friday, 0329 Easter Monday, 0405 Ching Ming Festival, 0513 Buddha's Birthday, 0609 Tuen Ng Festival, 0701 HKSAR Establishment Day, 0916 Day after Mid-Autumn Festival, 1001 National Day, 1008 Chung Yeung Festival, 1227 Day after Christmas",
        early: '0205 1224 1231',
      },
    },
    source: 'General holidays of Hong Kong 2026 and 2027, and the half days of the exchange',
    about: 'Auctions are left out.',
  },
  SSE: {
    name: 'Shanghai Stock Exchange',
    tz: 'Asia/Shanghai',
    regular: [
      ['09:30', '11:30'],
      ['13:00', '15:00'],
    ],
    years: {
      2026: {
        closed:
          "0101 New Year's Day, 0102 New Year's Day, 0216 Spring Festival, 0217 Spring Festival, 0218 Spring Festival, 0219 Spring Festival, 0220 Spring Festival, 0223 Spring Festival, 0406 Qingming Festival, 0501 Labour Day, 0504 Labour Day, 0505 Labour Day, 0619 Dragon Boat Festival, 0925 Mid-Autumn Festival, 1001 National Day, 1002 National Day, 1005 National Day, 1006 National Day, 1007 National Day",
      },
    },
    source: 'Decree of the State Council on holidays of 2026; no trading on worked weekends',
  },
  ASX: {
    name: 'Australian Securities Exchange',
    tz: 'Australia/Sydney',
    regular: [['10:00', '16:00']],
    earlyClose: '14:10',
    years: {
      2026: {
        closed:
          "0101 New Year's Day, 0126 Australia Day, 0403 Good Friday, 0406 Easter Monday, 0608 King's Birthday, 1225 Christmas Day, 1228 Boxing Day",
        early: '1224 1231',
      },
    },
    source: 'ASX trading calendar 2026',
    about: 'Stocks open by their first letter from 10:00 to 10:09. Auctions are left out.',
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
  NSE: {
    name: 'National Stock Exchange of India',
    tz: 'Asia/Kolkata',
    regular: [['09:15', '15:30']],
    years: {
      2026: {
        closed:
          '0115 Municipal Elections in Maharashtra, 0126 Republic Day, 0303 Holi, 0326 Shri Ram Navami, 0331 Shri Mahavir Jayanti, 0403 Good Friday, 0414 Dr. Baba Saheb Ambedkar Jayanti, 0501 Maharashtra Day, 0528 Bakri Id, 0626 Muharram, 0914 Ganesh Chaturthi, 1002 Mahatma Gandhi Jayanti, 1020 Dussehra, 1110 Diwali Balipratipada, 1124 Guru Nanak Jayanti, 1225 Christmas',
        extra: '0201',
        unsure: '1108 Diwali, Muhurat trading',
      },
    },
    source: 'NSE circulars CMTR71775 of 2025-12-12, CMTR72260 and of 2026-01-16',
    about: 'The pre-open session from 09:00 is left out.',
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
    about: 'On days of holidays each product has hours of its own, which are not known here.',
  },
} as const satisfies Readonly<Record<string, Exchange>>
