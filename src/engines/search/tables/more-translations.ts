/**
 * More words in the form of the other table: the same meanings in Dutch, Polish and Turkish, and
 * further meanings in all languages.
 */
export const MORE_TRANSLATIONS = `
weather: weer, weersverwachting, pogod, hava durumu
forecast: voorspelling, verwachting, prognoz, tahmin
temperature: temperatuur, sıcaklık
rain: regenen, deszcz, padać, yağmur, yağış
wind: rüzgar, rüzgâr, wiatr
earthquake: aardbeving, trzęsien, deprem
time: tijd, uur, laat, godzin, czas, saat, zaman
date: datum, dat, tarih
day: dag, dagen, dzień, dni, dzisiaj, gün
weekday: weekdag, wochentag, día de la semana, jour de la semaine, dia da semana, giorno della settimana, dzień tygodnia, день недели, 星期几, 何曜日, 曜日, 요일, haftanın günü
tomorrow: jutro, yarın
today: vandaag, dziś, bugün
week: weken, tydzień, tygodn, hafta
month: maand, miesiąc, miesię, aylık
monthly: mensual, mensuel, monatlich, mensal, mensil, ежемесячн, شهري, मासिक, 每月, 月々, 毎月, 월별, maandelijks, miesięczn, aylık
year: jaar, jaren, lat, yıl
age: leeftijd, oud, wiek, yaş
how old: combien d'âge, wie alt, quantos anos, quanti anni, сколько лет, cuántos años, hoe oud, ile lat, kaç yaşında, 几岁, 何歳, 몇 살
born: nacid, nacido, né le, née, geboren, nascid, nascido, nato, родил, مولود, जन्मा, 出生, 生まれ, 태어, urodzon, doğdu
birthday: verjaardag, urodzin, doğum günü
public holiday: jours fériés, jour férié, feestdag, święt, dni wolne, resmi tatil, días festivos, feiertage, feriados, giorni festivi, праздничные дни, 法定假日, 祝日
business day: werkdag, werkdagen, dni robocz, iş günü
calendar: kalender, kalendarz, takvim
meeting: vergadering, afspraak, spotkani, toplantı
sunrise sunset: sale el sol, salida del sol, puesta del sol, se pone el sol, sol se lève, lever du soleil, coucher du soleil, sonnenuntergang, pôr do sol, nascer do sol, tramonto, sorge il sole, заход солнца, закат, غروب, 日落, 日没, 일몰, zonsopgang, zonsondergang, wschód słońca, zachód słońca, gün doğumu, gün batımı
sun: sol, soleil, sonne, sole, солнц, شمس, सूरज, 太阳, 太陽, 해, zon, słońc, güneş
moon: luna, lune, mond, lua, лун, قمر, चाँद, 月亮, 月相, 달, maan, księżyc
convert: omzetten, omreken, zet om, konwert, zamie, przelicz, dönüştür, çevir
translate: vertal, tłumacz, przetłumacz, çeviri, tercüme
english: inglés, anglais, englisch, inglês, inglese, английск, الإنجليزية, अंग्रेज़ी, 英语, 英文, 英語, 영어, engels, angielsk, ingilizce
sentence: frase, phrase, satz, frase, предложени, جملة, वाक्य, 句子, 文を, 문장, zin, zdani, cümle
language: taal, język, dil
address: adres
distance: afstand, odległoś, mesafe, uzaklık
near: dichtbij, buurt, blisk, pobliż, yakın
place: plaats, miejsc, yer
city: steden, stad, miast, şehir, şehri
capital: hoofdstad, hauptstadt, capitale, stolic, başkent, столиц, عاصمة, राजधानी, 首都, 수도
country: landen, kraj, państw, ülke
population: población, habitantes, bevölkerung, einwohner, população, popolazione, abitanti, населен, سكان, जनसंख्या, 人口, 인구, inwoners, bevolking, ludnoś, nüfus
route: trasa, güzergah, yol tarifi
page: pagina, stron, sayfa
website: webpagina, witryn, strona internetowa, web sitesi
screenshot: schermafdruk, schermafbeelding, zrzut ekranu, ekran görüntüsü
link: koppeling, odnośnik, bağlantı
news: nieuws, wiadomoś, aktualnoś, haber
search: zoek, zoeken, szuka, wyszuka, znajd, ara, bul
question: vraag, pytani, soru
answer: antwoord, odpowied, cevap
summary: samenvat, streszcz, podsumow, özet
text: tekst, metin, yazı
word: woord, wyraz, słow, kelime
shorten: acort, raccourc, kürzen, kürze, encurt, resumir, accorci, сократи, укорот, اختصر, 缩短, 短くする, 줄이, inkort, skróc, kısalt
count: tellen, tel, policz, say
image: afbeelding, plaatje, obraz, obrazek, resim, görsel, görüntü
photo: zdjęci, fotoğraf
picture: foto
video: filmik, wideo
audio: geluid, dźwięk, ses dosyası
voice: voz, voix, stimme, voce, голос, صوت, आवाज़, 语音, 声音, 음성, stem, głos, ses
speech: spraak, sprache, habla, parole, fala, parlato, речь, речи, كلام, भाषण, 朗读, 読み上げ, 낭독, mowa, mowę, konuşma
speak aloud speech: leer en voz alta, lire à haute voix, vorlesen, ler em voz alta, leggere ad alta voce, озвуч, voorlezen, czytać na głos, sesli oku
subtitle: subtítul, sous-titre, untertitel, legenda, sottotitol, субтитр, ترجمة مصاحبة, उपशीर्षक, 字幕, 자막, ondertitel, napis, altyazı
transcribe: transcrib, transcri, mitschrift, verschrift, trascriv, транскри, расшифровка аудио, تفريغ, 转写, 書き起こ, 받아쓰기, uitschrijven, transkry, yazıya dök
resize: formaat wijzigen, verklein, vergroot, zmień rozmiar, zmniejsz, boyutlandır, redimensionner, größe ändern, redimensionar
color: kleur, kolor, renk
file: bestand, plik, dosya
document: dokument, belge
form: formulier, formularz
table: tabel, tablo
list: lijst, lista, liste
download: downloaden, pobierz, pobrać, indir
extract: uittrek, haal uit, wyodrębn, wyciągn, çıkar, извлеч
text of pdf: извлечь текст, extraer texto, extraire le texte, text auslesen, extrair texto, estrarre testo, tekst uit, wyciągnąć tekst
compress: comprimeren, inpakken, spakow, skompres, sıkıştır
decompress: uitpakken, rozpakow
archive: archief, archiwum, arşiv, archivo comprimido, أرشيف
files: bestanden, pliki, dosyalar, fichiers, dateien, archivos, ficheiros, файлов, ملفات, 多个文件
merge: samenvoegen, voeg samen, połącz, scal, birleştir, fusionner
split: splits, podziel, böl
compare: vergelijk, porówn, karşılaştır
difference: verschil, różnic, fark
encrypt: versleutel, zaszyfr, şifrele
decrypt: ontsleutel, odszyfr, şifre çöz
password: wachtwoord, hasł, parola, şifre
secure: segura, seguro, sécurisé, sicheres, sicuro, надежн, надёжн, آمن, सुरक्षित, 安全的, 安全な, 안전한, veilig, bezpieczn, güvenli
sign: onderteken, podpis, imza
key: sleutel, klucz, anahtar
certificate: certificaat, certyfikat, sertifika
expire: verloop, verlop, wygasa, wygaś, süresi dol
generate: genereer, maak, maken, aanmaken, wygeneruj, generuj, stwórz, utwórz, üret, oluştur, yap
check: controleer, controleren, sprawdź, sprawdz, kontrol et, doğrula
correct: correcto, correct, korrekt, richtig, correto, corretto, правильн, صحيح, सही, 正确, 正しい, 올바른, juist, klopt, poprawn, prawidłow, doğru
calculate: bereken, reken, oblicz, hesapla
domain: domein, domen, alan adı
owner: eigenaar, właściciel, sahip
available: beschikbaar, vrij, dostępn, wolna, müsait
works status up: يعمل, fonctionne, funciona, funktioniert, funziona, работает, 能不能打开, 正常, 動いて, 작동, werkt, działa, çalışıyor
email: e-mailadres, poczt, e-posta, eposta
phone: telefoon, telefon numar, numer telefonu
company: bedrijf, bedrijven, firm, spółk, şirket
name: naam, nazw, imię, isim, ad
person: persoon, osob, kişi
price: prijs, cena, ceny, fiyat, cotação, cotización, cours de
stock: aandeel, aandelen, akcj, giełd, hisse, borsa, cotação das ações, 股价
exchange rate: wisselkoers, kurs walut, kurs, döviz kuru, döviz, курс доллара, курс евро
dollar: dólar, dolar, доллар, دولار, डॉलर, 美元, ドル, 달러
euro: евро, يورو, यूरो, 欧元, ユーロ, 유로
pound currency: libra, livre sterling, pfund, фунт, جنيه, 英镑, ポンド, 파운드, pond, funt, sterlin
bitcoin: биткоин, биткойн, بيتكوين, البيتكوين, बिटकॉइन, 比特币, ビットコイン, 비트코인
ethereum: эфириум, إيثريوم, एथेरियम, 以太坊, イーサリアム, 이더리움
cryptocurrency: criptomoneda, cryptomonnaie, kryptowährung, criptomoeda, criptovaluta, криптовалют, عملة رقمية, क्रिप्टो, 加密货币, 仮想通貨, 암호화폐, cryptomunt, kryptowalut, kripto
now current: ahora, maintenant, jetzt, agora, adesso, сейчас, الآن, अभी, 现在, 今の, 지금, nu, teraz, şimdi, şu an
currency: valuta, walut, para birimi
money: geld, pieniąd, pieniędz, para
bank: banku, banka
account: rekening, konto, kont, hesap
loan: lening, hypotheek, pożyczk, kredyt, kredi, prêt immobilier, crédit, hipoteca, hypothek, hipoteca
loan payment monthly: mensualité, cuota, rate, prestação, rata, ежемесячный платеж, قسط, القسط, किस्त, ईएमआई, 月供, 月々の返済, 월 상환, aflossing, maandlast, taksit
interest: rente, odsetk, faiz
tax: belasting, podat, vergi
vat: iva, tva, mehrwertsteuer, umsatzsteuer, ндс, ضريبة القيمة المضافة, 增值税, 消費税, 부가세, btw, kdv
credit card: creditcard, creditcardnummer, tarjeta de crédito, carte de crédit, kreditkarte, cartão de crédito, carta di credito, кредитн карт, بطاقة ائتمان, क्रेडिट कार्ड, 信用卡, クレジットカード, 신용카드, kart kredytow, karta kredytowa, kredi kart
number: nummer, getal, numer, liczb, numara, sayı
percentage: procent, yüzde
unit: eenheid, jednost, birim
equation: vergelijking, równani, denklem
average mean: gemiddelde, średni, ortalama
standard deviation: desviación estándar, écart type, écart-type, standardabweichung, desvio padrão, deviazione standard, стандартн отклонен, стандартное отклонение, انحراف معياري, मानक विचलन, 标准差, 標準偏差, 표준편차, standaardafwijking, odchylenie standardowe, standart sapma
chart: grafiek, wykres, grafik
random: willekeurig, losow, rastgele
code: kod
qr code: qr-code, kod qr, karekod
barcode: streepjescode, kod kreskow, barkod
spell: spelling, pisown, ortograf, yazım
remove: verwijder, usuń, usuw, sil, kaldır
duplicate: dubbel, duplikat, powtórz, yinelen
save: opslaan, bewaar, zapisz, zapis, kaydet
remember: onthoud, onthouden, zapamięt, hatırla
message: bericht, wiadomość, mesaj
send: stuur, verstuur, wyślij, gönder
history: geschiedenis, histori, geçmiş
version: versie, wersj, sürüm
change: wijzig, zmian, değişiklik
recipe: recept, przepis, tarif
book: boek, książ, kitap
hotel: hotelu, otel
flight: vlucht, lot, uçuş
buy: kopen, koop, kup, satın al
song: lied, piosenk, şarkı
medicine: medicijn, geneesmiddel, lek, leków, ilaç
side effect: efecto secundario, efectos secundarios, effets secondaires, nebenwirkung, efeitos colaterais, effetti collaterali, побочн, آثار جانبية, 副作用, 부작용, bijwerking, skutki uboczne, yan etki
disease: ziekte, chorob, hastalık
cancer: cáncer, krebs, câncer, cancro, рак, раке, سرطان, कैंसर, 癌症, がん, 암, kanker, rak, nowotw, kanser
study paper: artículo científico, estudio, article scientifique, étude, studie, artigo científico, estudo, studio scientifico, научн, статей, دراسة, अध्ययन, 论文, 論文, 논문, onderzoek, badani, naukow, makale
law: wet, praw, kanun
job: baan, prac, iş ilanı
airport: luchthaven, vliegveld, lotnisk, havaalanı
car: auto, samochód, araba
wallet: portemonnee, portfel, cüzdan, кошельк, محفظة, 钱包, ウォレット, 지갑
balance: saldo, bakiye, баланс, رصيد, 余额, 残高, 잔액
payment: betaling, płatnoś, ödeme
contract: umow, sözleşme
size: grootte, rozmiar, boyut
current: huidig, aktualn, güncel
write: schrijf, napisz, yaz
validate: valideer, zweryfikuj, geçerli
user: gebruiker, użytkownik, kullanıcı
weekend: fin de semana, fim de semana, fine settimana, выходн, عطلة نهاية الأسبوع, 周末, 週末, 주말, hafta sonu
article: artikel, artykuł, makale
economy: economía, économie, wirtschaft, economia, экономик, اقتصاد, अर्थव्यवस्था, 经济, 経済, 경제, economie, gospodark, ekonomi
inflation: inflación, inflação, inflazione, инфляц, تضخم, मुद्रास्फीति, 通胀, 通货膨胀, インフレ, 물가, inflatie, inflacj, enflasyon
unemployment: desempleo, chômage, arbeitslos, desemprego, disoccupazione, безработиц, بطالة, बेरोज़गारी, 失业, 失業, 실업, werkloos, bezroboc, işsizlik
postal code: código postal, code postal, postleitzahl, plz, cep, codice postale, почтов индекс, почтовый индекс, رمز بريدي, पिन कोड, 邮编, 邮政编码, 郵便番号, 우편번호, postcode, kod pocztow, posta kodu
air quality: calidad del aire, qualité de l'air, luftqualität, qualidade do ar, qualità dell'aria, качество воздуха, جودة الهواء, वायु गुणवत्ता, 空气质量, 大気, 미세먼지, luchtkwaliteit, jakość powietrza, hava kalitesi
tide: marea, marée, gezeiten, ebbe, maré, прилив, مد وجزر, 潮汐, 潮, 조수, getij, pływ, gelgit
calorie nutrition: caloría, calorie, kalorie, калори, سعرات, कैलोरी, 卡路里, 热量, カロリー, 칼로리
definition: definición, définition, definição, definizione, определен, تعريف, परिभाषा, 定义, 定義, 정의, betekenis, definicj, tanım
meaning: significado, signification, bedeutung, significat, значени, معنى, अर्थ, 意思, 意味, 의미, betekent, znacz, anlam
mistake error: error, errores, erreur, fehler, erro, errore, ошибк, خطأ, गलती, 错误, 間違い, 오류, fout, błąd, błęd, hata
score sentiment review: reseña, avis client, bewertung, avaliação, recensione, отзыв, مراجعة, समीक्षा, 评论, レビュー, 리뷰
invoice: factura, facture, rechnung, fatura, fattura, счет-фактур, فاتورة, चालान, 发票, 請求書, 송장, factuur, faktur
receipt: recibo, reçu, quittung, kassenbon, ricevuta, чек, إيصال, रसीद, 收据, レシート, 영수증, bon, paragon, fiş
discount: descuento, remise, rabatt, desconto, sconto, скидк, خصم, छूट, 折扣, 割引, 할인, korting, rabat, indirim
area surface: superficie, superfície, fläche, área, площад, مساحة, क्षेत्रफल, 面积, 面積, 넓이, oppervlakte, powierzchn, alan
vulnerability: vulnerabilidad, vulnérabilité, schwachstelle, sicherheitslücke, vulnerabilidade, vulnerabilità, уязвимост, ثغرة, 漏洞, 脆弱性, 취약점, kwetsbaarheid, podatnoś, açık
`

/** Function words of Dutch, Polish and Turkish, and what is asked with in others. */
export const MORE_FUNCTION_WORDS = `
wat hoe wie waar wanneer welke welk waarom hoeveel het een van naar met voor uit aan bij zijn mijn deze dit dat om te ik je op zet
jak co kto gdzie kiedy ile który która które czy jest są moje mój moja mojej dla przez przy się na ze w z do od oraz lub
ne nasıl kim nerede zaman kaç hangi mi mı mu mü bir bu ve ile için benim var nedir olan
puedo quisiera necesito puede cada sobre je veux peux puis-je faut dois j'aimerais ich möchte brauche soll posso preciso gostaria vorrei ho bisogno devo мне нужно хочу можно надо
`
