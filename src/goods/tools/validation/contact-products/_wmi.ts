/**
 * World manufacturer identifiers of the largest makers. They were not compared with a register such
 * as that of NHTSA; a missing one is answered as unknown.
 */
const MAKERS: Readonly<Record<string, string>> = {
  Honda: '1HG 2HG 2HK 5FN 5J6 JHM JHL SHH 19X 3HG MRH',
  Acura: '19U JH4 2HN 5J8',
  Toyota: '4T1 4T3 5TD 5TF 2T1 2T3 JTD JTE JTM JTN 5YF 3TM SB1 JTH',
  Ford: '1FA 1FB 1FC 1FD 1FM 1FT 2FM 2FT 3FA 3FM 3FT WF0 NM0',
  Lincoln: '1LN 5LM 2LM 3LN',
  Chevrolet: '1G1 1GC 1GN 2G1 3G1 3GC 3GN KL1 2GN',
  Buick: '1G4 2G4 5GA KL4 LRB',
  Cadillac: '1G6 1GY 3GY',
  GMC: '1GK 1GT 2GK 2GT 3GK 3GT',
  Chrysler: '1C3 2C3 2C4 1C4 3C4',
  Dodge: '1B3 2B3 1D3 2D3 1D7 3D7 1D4 2D4',
  Jeep: '1J4 1J8',
  Ram: '1C6 3C6 3C7',
  Tesla: '5YJ 7SA LRW XP7 7G2',
  Nissan: '1N4 1N6 3N1 5N1 JN1 JN8 SJN 3N6 JN6',
  Infiniti: 'JNK 5N3 JNR',
  Hyundai: 'KMH KM8 5NP 5NM TMA NLH MAL',
  Kia: 'KNA KND KNC 5XX 5XY 3KP U5Y',
  Mazda: 'JM1 JM3 JMZ 3MZ 1YV 4F2 3MV 7MM',
  Subaru: 'JF1 JF2 4S3 4S4',
  Mitsubishi: 'JA3 JA4 4A3 4A4 JMB ML3',
  Suzuki: 'JS1 JS2 JS3 TSM MA3',
  Volkswagen: 'WVW WV1 WV2 WVG 3VW 1VW 1V2 3VV 9BW',
  Audi: 'WAU WA1 TRU WUA',
  Porsche: 'WP0 WP1',
  BMW: 'WBA WBS WBX 5UX 4US WBY 5YM 3MW',
  MINI: 'WMW WMZ',
  'Mercedes-Benz': 'WDB WDC WDD W1K W1N 4JG 55S WDF W1V 8BR W1W',
  smart: 'WME',
  Opel: 'W0L W0V',
  Skoda: 'TMB',
  SEAT: 'VSS',
  Renault: 'VF1 VF2',
  Peugeot: 'VF3 VR3',
  Citroën: 'VF7 VR7',
  Fiat: 'ZFA 3C3',
  'Alfa Romeo': 'ZAR',
  Ferrari: 'ZFF',
  Lamborghini: 'ZHW ZPB',
  Maserati: 'ZAM ZN6',
  Volvo: 'YV1 YV4 7JR LYV LVY',
  Saab: 'YS3',
  Jaguar: 'SAJ SAD',
  'Land Rover': 'SAL',
  'Rolls-Royce': 'SCA',
  Bentley: 'SCB SJA',
  'Aston Martin': 'SCF SD7',
  Lotus: 'SCC',
  McLaren: 'SBM',
  Lexus: 'JT6 JT8 2T2 58A',
  Rivian: '7FC 7PD',
  Lucid: '50E 7UU',
  Polestar: 'LPS YSM',
  BYD: 'LGX LC0',
  Geely: 'L6T LB3',
  'Harley-Davidson': '1HD 5HD',
  Kawasaki: 'JKA JKB',
  Yamaha: 'JYA JYE',
  Ducati: 'ZDM',
  Dacia: 'UU1',
}

/** The maker by the first three characters; undefined if the table does not have it. */
export const makerOf = (wmi: string): string | undefined =>
  Object.keys(MAKERS).find((maker) => MAKERS[maker]?.split(' ').includes(wmi))

/** ISO 3780: country by the first two characters, as ranges in the order A to Z, 1 to 9, 0. */
const COUNTRIES =
  'AA-AH ZA,BF-BK KE,CF-CK TN,DA-DE EG,DF-DK MA,GA-GE ET,GF-GK MZ,J0-J0 JP,JA-JZ JP,J1-J9 JP,' +
  'KA-KE LK,KF-KK IL,KL-KR KR,KS-KZ KZ,LA-L0 CN,MA-ME IN,MF-MK ID,ML-MR TH,MS-MS MM,NA-NE IR,' +
  'NF-NK PK,NL-NR TR,NS-NT UZ,PA-PE PH,PF-PK SG,PL-PR MY,RA-RE AE,RF-RK TW,RL-RR VN,RS-RZ SA,' +
  'SA-SM GB,SN-ST DE,SU-SZ PL,S1-S4 LV,TA-TH CH,TJ-TP CZ,TR-TV HU,TW-T2 PT,UH-UM DK,UN-UR IE,' +
  'UU-UX RO,U5-U7 SK,VA-VE AT,VF-VR FR,VS-VW ES,VX-V2 RS,V3-V5 HR,V6-V8 EE,WA-W0 DE,XA-XE BG,' +
  'XF-XK GR,XL-XR NL,XS-XW RU,X1-X2 LU,X3-X0 RU,YA-YE BE,YF-YK FI,YS-YW SE,Y1-Y2 NO,Y3-Y5 BY,' +
  'Y6-Y8 UA,ZA-ZR IT,ZX-ZZ SI,Z3-Z5 LT,1A-10 US,2A-20 CA,3A-3W MX,4A-40 US,5A-50 US,6A-6W AU,' +
  '7A-7E NZ,7F-70 US,8A-8E AR,8F-8K CL,8X-8Z VE,9A-9E BR,9F-9J CO,93-99 BR'

const ORDER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890'

/** The country where the maker is registered. */
export function countryOf(vin: string): string | undefined {
  const second = ORDER.indexOf(vin[1] ?? '')
  const range = COUNTRIES.split(',').find(
    (one) =>
      one[0] === vin[0] &&
      ORDER.indexOf(one[1] ?? '') <= second &&
      ORDER.indexOf(one[4] ?? '') >= second,
  )
  return range && new Intl.DisplayNames('en', { type: 'region' }).of(range.slice(6))
}
