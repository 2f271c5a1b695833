import type { Exchange } from './_exchange.ts'

export const EAST = {
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
} as const satisfies Readonly<Record<string, Exchange>>
