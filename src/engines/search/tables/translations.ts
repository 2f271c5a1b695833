/**
 * What the common words of this field are in eleven other languages: Spanish, French, German,
 * Portuguese, Italian, Russian, Arabic, Hindi, Chinese, Japanese and Korean. One meaning a line.
 * A word stands without its ending; it is found at the beginning of longer ones.
 */
export const TRANSLATIONS = `
weather: tiempo, clima, meteo, météo, temps, wetter, tempo, погод, طقس, मौसम, 天气, 天氣, 天気, 날씨
forecast: pronóstic, pronostic, prévision, prevision, vorhersag, previsão, previsione, прогноз, توقعات, पूर्वानुमान, 预报, 預報, 予報, 예보
temperature: temperatur, température, temperatura, температур, حرارة, तापमान, 气温, 温度, 気温, 기온, 온도
rain: lluvia, llover, pluie, pleuv, regen, regn, chuva, chover, pioggia, piover, дожд, مطر, बारिश, 下雨, 降雨, 雨, 비가
wind: viento, vent, vento, ветер, ветр, رياح, हवा, 风速, 風速, 바람
earthquake: terremot, sismo, séisme, tremblement, erdbeben, землетрясен, زلزال, زلازل, भूकंप, 地震, 지진
flood: inundaci, inondation, überschwemm, hochwasser, inundaç, alluvion, наводнен, فيضان, बाढ़, 洪水, 홍수
alert: alerta, alerte, warnung, avviso, allert, предупрежден, تحذير, إنذار, चेतावनी, 警报, 警報, 경보
time: hora, heure, uhrzeit, spät, orario, время, времени, час, ساعة, وقت, समय, बजे, 时间, 時間, 几点, 時刻, 何時, 시간, 시각, 몇 시, 몇시
date: fecha, datum, data, дата, даты, дату, дат, تاريخ, तारीख, दिनांक, 日期, 日付, 날짜
day: día, jour, tag, tage, giorn, dia, dias, дней, день, дня, أيام, يوم, दिन, 天数, 日数, 일수
tomorrow: mañana, demain, morgen, amanhã, domani, завтра, غدا, कल, 明天, 明日, 내일
today: hoy, aujourd'hui, heute, hoje, oggi, сегодня, اليوم, आज, 今天, 今日, 오늘
week: semana, semaine, woche, settiman, недел, أسبوع, सप्ताह, 星期, 周, 週間, 일주일
month: mes, mois, monat, mês, mese, месяц, شهر, महीन, 月份, 개월
year: año, année, jahr, ano, anno, год, года, سنة, वर्ष, साल, 年份, 年度
age: edad, alter, idade, età, возраст, عمر, उम्र, 年龄, 年齢, 나이
birthday: cumpleaños, anniversaire, geburtstag, aniversário, compleanno, день рожден, ميلاد, जन्मदिन, 生日, 誕生日, 생일
holiday: festivo, feriado, férié, feiertag, festiv, праздник, عطل, छुट्टी, 节假日, 假期, 祝日, 공휴일
business day: laborable, hábil, ouvrable, ouvré, arbeitstag, werktag, dias úteis, feriale, lavorativ, рабочих дн, рабочие дн, أيام العمل, أيام عمل, कार्य दिवस, कार्यदिवस, 工作日, 営業日, 영업일, 근무일
time zone: zona horaria, huso, fuseau, zeitzone, fuso, часов пояс, часовой пояс, часового пояса, منطقة زمنية, المنطقة الزمنية, समय क्षेत्र, समयक्षेत्र, 时区, 時區, タイムゾーン, 時間帯, 시간대
calendar: calendari, calendrier, kalender, calendário, календар, تقويم, कैलेंडर, 日历, カレンダー, 달력, 캘린더
meeting: reunión, reunion, réunion, besprechung, treffen, reunião, riunion, встреч, совещан, اجتماع, बैठक, 会议, 會議, 会議, 회의
duration: duración, durée, dauer, duração, durata, продолжительн, длительн, مدة, अवधि, 时长, 所要時間, 長さ, 기간
sunrise: amanecer, lever du soleil, sonnenaufgang, nascer do sol, alba, восход, شروق, सूर्योदय, 日出, 日の出, 일출
convert: convertir, convert, umwandl, umwandel, umrechn, wandel, konvertier, converter, преобраз, конверт, конвертирова, перевести, تحويل, حول, बदल, परिवर्त, 转换, 轉換, 转成, 转为, 换算, 変換, 변환, 바꾸
translate: traduc, traduir, übersetz, traduz, tradur, перевод, перевед, перевест, ترجم, अनुवाद, 翻译, 翻譯, 翻訳, 번역
language: idioma, langue, sprache, língua, lingua, язык, لغة, भाषा, 语言, 語言, 言語, 언어
address: dirección, direccion, adresse, anschrift, endereço, indirizzo, адрес, عنوان, पता, पते, 地址, 住所, アドレス, 주소
coordinate: coordenada, coordonnée, koordinat, coordinate, координат, إحداثي, احداثي, निर्देशांक, 坐标, 座標, 経緯度, 经纬度, 緯度, 좌표, 위도
distance: distancia, entfernung, distanz, abstand, distância, distanza, расстояни, مسافة, दूरी, 距离, 距離, 거리
map: mapa, carte, karte, landkarte, mappa, карт, خريطة, नक्शा, 地图, 地圖, 地図, 지도
place: lugar, lieu, endroit, ort, luogo, мест, مكان, स्थान, 地点, 地點, 場所, 장소
city: ciudad, ville, stadt, cidade, città, город, مدينة, शहर, 城市, 都市, 도시
country: país, pays, land, paese, стран, بلد, دولة, देश, 国家, 國家, どこの国, 国は, 나라, 국가
near: cerca, près, nähe, perto, vicin, рядом, поблизост, قريب, आसपास, नज़दीक, 附近, 近く, 근처
restaurant: restaurante, ristorant, ресторан, مطعم, रेस्तरां, 餐厅, 餐廳, レストラン, 식당, 맛집
route: ruta, itinéraire, rota, percorso, маршрут, طريق, मार्ग, 路线, 路線, 경로
travel: viaje, voyage, reise, viagem, viaggio, поездк, путешеств, سفر, यात्रा, 旅行, 여행
page: página, pagina, seite, страниц, صفحة, पृष्ठ, पेज, 页面, 頁面, ページ, 페이지
website: sitio web, página web, paginas web, site web, webseite, website, internetseite, homepage, site, sito, сайт, موقع, वेबसाइट, 网站, 網站, 网页, 網頁, ウェブサイト, サイト, ウェブページ, 웹사이트, 웹페이지, 홈페이지, 사이트
screenshot: captura de pantalla, capture d'écran, capture d’écran, bildschirmfoto, bildschirmaufnahme, captura de tela, schermata, скриншот, снимок экран, لقطة شاشة, لقطة, स्क्रीनशॉट, 截图, 截圖, 截屏, スクリーンショット, スクショ, 스크린샷, 캡처
link: enlace, lien, verknüpfung, collegament, ссыл, رابط, روابط, लिंक, 链接, 連結, リンク, 링크
short: corto, court, kurz, curto, cort, accorci, коротк, قصير, मुख्तसर, 短, 短縮, 단축
article: artículo, artikel, artigo, articol, стать, مقال, लेख, 文章, 記事, 기사
news: noticia, actualit, nouvelles, nachricht, schlagzeil, notícia, notizi, новост, أخبار, اخبار, समाचार, खबर, ख़बर, 新闻, 新聞, ニュース, 뉴스, 소식
latest: últim, dernier, dernière, neuest, aktuell, ultim, последн, أحدث, آخر, نवीनतम, ताज़ा, ताजा, 最新, 최신
search: buscar, búsqueda, busca, cherch, recherch, suche, such, pesquis, procur, cerca, ricerc, поиск, искать, найти, بحث, ابحث, खोज, 搜索, 搜尋, 查找, 検索, 探す, 검색, 찾
question: pregunta, frage, pergunta, domanda, вопрос, سؤال, प्रश्न, सवाल, 问题, 問題, 質問, 질문
answer: respuesta, répon, antwort, responder, resposta, rispost, rispond, ответ, إجابة, जवाब, उत्तर, 回答, 答え, 답변
summary: resum, résum, zusammenfass, riassunt, riassum, кратк, резюме, ملخص, تلخيص, सारांश, 摘要, 总结, 要約, 요약
text: texto, texte, testo, текст, نص, نصوص, पाठ, टेक्स्ट, 文本, 文字, テキスト, 텍스트, 글자, 문자
word: palabra, parola, wort, wörter, palavra, слов, كلمة, शब्द, 单词, 單詞, 単語, 단어
count: contar, compter, zähl, conta, подсчит, посчит, عدد, عد, गिन, 计数, 统计, 数える, 세기
image: imagen, imágenes, bild, bilder, imagem, imagens, immagin, изображен, картин, صورة, صور, छवि, चित्र, 图片, 圖片, 图像, 图, 画像, 이미지, 그림
photo: foto, fotografía, fotografia, фото, фотограф, तस्वीर, फोटो, 照片, 写真, 사진
video: vídeo, видео, فيديو, वीडियो, 视频, 影片, 動画, 동영상, 비디오
audio: аудио, صوت, ऑडियो, 音频, 音訊, 音声, 오디오, 음성
resize: redimension, cambiar tamaño, größe änder, verkleiner, skalier, ridimension, изменить размер, размер, تغيير حجم, आकार, 调整大小, 缩放, リサイズ, 크기
crop: recort, rogner, recadr, zuschneid, ritagli, обрез, قص, काट, 裁剪, 切り抜, トリミング, 자르
color: couleur, farb, cor, cores, colore, colori, цвет, ألوان, لون, रंग, 颜色, 顏色, 色, 色彩, 색상, 색
logo: логотип, شعار, लोगो, 标志, ロゴ, 로고
icon: icono, icône, ícone, symbol, иконк, أيقونة, आइकन, 图标, アイコン, 아이콘
ocr text image: leer texto, texterkennung, reconnaissance de texte, распозна, التعرف على النص, 文字识别, 識別文字, 识别文字, 文字認識, 文字を読み取, 文字起こし, 글자 인식, 문자 인식, 글자 읽
read: leer, lire, lesen, auslesen, ler, legg, чита, прочита, قراءة, اقرأ, पढ़, 读取, 讀取, 阅读, 読む, 読み取, 읽
file: archivo, fichero, fichier, datei, arquivo, ficheiro, файл, ملف, फ़ाइल, फाइल, 文件, 檔案, ファイル, 파일
document: documento, dokument, документ, مستند, وثيقة, दस्तावेज़, 文档, 文書, ドキュメント, 문서
pages pdf: pages d'un pdf, pdf-seiten, страниц pdf, 页pdf
form: formulari, formulaire, formular, formulário, modulo, форм, نموذج, फ़ॉर्म, 表单, フォーム, 양식
fill: rellen, rempl, ausfüll, preench, compil, заполн, ملء, भर, 填写, 記入, 작성
table: tabla, tableau, tabelle, tabela, tabell, таблиц, جدول, तालिका, 表格, テーブル, 테이블
list: lista, liste, список, قائمة, सूची, 列表, 清單, 一覧, 목록
download: descarg, télécharg, herunterlad, baixar, descarreg, scaric, скача, загруз, تحميل, تنزيل, डाउनलोड, 下载, 下載, ダウンロード, 다운로드
extract: extraer, extrair, extraire, extrah, estra, auslesen, извле, استخراج, निकाल, 提取, 抽出, 추출
compress: comprim, compress, komprimier, сжат, сжать, архивир, ضغط, संपीड़, 压缩, 壓縮, 圧縮, 압축
decompress: descomprim, décompress, entpack, dekomprimier, decompr, распак, разархив, فك الضغط, 解压, 解壓, 解凍, 展開, 압축 해제, 압축해제
merge: unir, combinar, fusionn, fusionar, zusammenführ, zusammenfüg, verbind, juntar, mesclar, unire, объедин, слить, دمج, मिला, जोड़, 合并, 合併, 結合, 합치, 병합
split: dividir, separar, diviser, scinder, aufteil, teilen, divider, раздел, разбит, تقسيم, विभाजि, 拆分, 分割, 나누, 분할
compare: compar, vergleich, confront, сравн, مقارنة, قارن, तुलना, 比较, 比較, 비교
difference: diferencia, différence, unterschied, differenz, diferença, differenz, разниц, различ, فرق, अंतर, 差异, 差異, 違い, 差, 차이
encrypt: cifrar, encript, chiffr, crypter, verschlüssel, criptograf, cifr, зашифр, шифров, تشفير, एन्क्रिप्ट, 加密, 暗号化, 암호화
decrypt: descifr, desencript, déchiffr, entschlüssel, decifr, расшифр, дешифр, فك التشفير, फक تشفير, डिक्रिप्ट, 解密, 復号, 복호화
decode: decodific, descodific, décod, dekodier, декодир, فك ترميز, فك الترميز, डिकोड, 解码, 解碼, デコード, 디코딩, 디코드
encode: codific, encod, kodier, закодир, кодир, ترميز, एन्कोड, 编码, 編碼, エンコード, 인코딩
password: contraseña, mot de passe, passwort, kennwort, senha, parola d'ordine, парол, كلمة المرور, كلمة مرور, كلمة السر, पासवर्ड, 密码, 密碼, パスワード, 비밀번호, 암호
hash: хеш, хэш, تجزئة, हैश, 哈希, 散列, ハッシュ, 해시
checksum: suma de verificación, somme de contrôle, prüfsumme, soma de verificação, контрольн, الاختباري, 校验和, チェックサム, 체크섬
sign: firmar, firma, signer, signier, unterschr, assina, firm, подпис, توقيع, हस्ताक्षर, 签名, 簽名, 署名, 서명
key: clave, clé, schlüssel, chave, chiave, ключ, مفتاح, कुंजी, 密钥, 金鑰, 鍵, キー, 키
secret: secreto, geheim, segredo, segreto, секрет, سر, गुप्त, 秘密, 비밀
certificate: certificad, certificat, zertifikat, certificado, сертификат, شهادة, प्रमाणपत्र, 证书, 憑證, 証明書, 인증서
expire: caduc, venc, expir, ablauf, läuft ab, scad, scadenza, истека, срок действ, انتهاء, تنتهي, समाप्त, 过期, 到期, 有効期限, 期限, 만료
security: seguridad, sécurité, sicherheit, segurança, sicurezza, безопасн, أمان, सुरक्षा, 安全, セキュリティ, 보안
generate: generar, générer, generier, erzeug, erstell, gerar, generare, crear, créer, criar, сгенер, генер, созда, إنشاء, توليد, बना, 生成, 创建, 產生, 作成, 作る, 생성, 만들
check: comprob, verific, vérif, prüf, überprüf, controlla, провер, تحقق, فحص, जाँच, जांच, 检查, 檢查, 验证, 驗證, 確認, 検証, 확인, 검증
calculate: calcul, berechn, rechn, calcol, вычисл, рассчит, посчита, حساب, احسب, गणना, 计算, 計算, 계산
domain: dominio, domaine, domäne, domínio, домен, نطاق, النطاق, डोमेन, 域名, 網域, ドメイン, 도메인
owner: dueño, propietari, propriétair, appartient, inhaber, besitzer, gehört, dono, proprietári, proprietar, владел, принадлеж, مالك, يملك, मालिक, 所有者, 拥有者, 归谁, 注册人, 持ち主, 소유자, 주인
whois owner: titular, à qui appartient, wem gehört, a quién pertenece, a quem pertence, di chi è
register: registr, enregistr, registrier, регистр, تسجيل, पंजीक, 注册, 註冊, 登録, 등록
available: disponibl, disponível, verfügbar, disponibil, доступ, свобод, متاح, متوفر, उपलब्ध, 可用, 可注册, 空き, 사용 가능
server: servidor, serveur, serveur, сервер, خادم, सर्वर, 服务器, 伺服器, サーバー, サーバ, 서버
record: registro, enregistrement, eintrag, запис, سجل, रिकॉर्ड, 记录, 記錄, レコード, 레코드
network: red, réseau, netzwerk, rede, сеть, сети, شبكة, नेटवर्क, 网络, 網路, ネットワーク, 네트워크
ip location: geolocaliz, géolocalis, местоположение ip, ip 归属地, 归属地, ip 所在地
status up: caído, en ligne, erreichbar, fora do ar, raggiungibil, недоступ, работает ли, يعمل, 打不开, 能否访问, 稼働, 落ち, 접속
online: en línea, online, онлайн, متصل, ऑनलाइन, 在线, オンライン, 온라인
email: correo, courriel, e-mail, mail, почт, письм, بريد, ईमेल, 邮件, 郵件, 电子邮件, 邮箱, メール, 이메일, 메일
spam: correo basura, pourriel, спам, مزعج, 垃圾邮件, 迷惑メール, 스팸
phone: teléfono, téléphone, telefon, telefone, телефон, هاتف, फ़ोन, फोन, 电话, 電話, 전화
contact: contacto, kontakt, contato, contatt, контакт, اتصال, संपर्क, 联系, 聯絡, 連絡先, 연락처
company: empresa, entreprise, société, firma, unternehmen, azienda, impresa, società, компани, شركة, कंपनी, 公司, 企业, 企業, 会社, 회사, 기업
name: nombre, nom, namen, nome, имя, название, اسم, नाम, 名字, 名称, 名前, 이름
person: persona, personne, pessoa, человек, شخص, व्यक्ति, 人物, 人名, 인물
price: precio, prix, preis, preço, prezzo, цена, цены, цену, стоимост, سعر, कीमत, मूल्य, 价格, 價格, 値段, 価格, 가격
stock: acción, acciones, action en bourse, bourse, aktie, aktien, ações, azioni, borsa, акци, أسهم, سهم, शेयर, 股票, 股价, 株価, 株, 주가, 주식
exchange rate: tipo de cambio, taux de change, wechselkurs, taxa de câmbio, câmbio, tasso di cambio, курс, سعر الصرف, विनिमय दर, 汇率, 匯率, 為替, 为替, 환율
currency: moneda, devise, währung, moeda, valuta, валют, عملة, मुद्रा, 货币, 貨幣, 通貨, 통화
money: dinero, argent, geld, dinheiro, denaro, деньг, денег, مال, पैसा, 钱, 金額, お金, 돈
bank: banco, banque, banca, банк, بنك, बैंक, 银行, 銀行, 은행
account: cuenta, compte, konto, conta, счет, حساب بنكي, खाता, 账户, 帳戶, 口座, アカウント, 계좌, 계정
loan: préstamo, prêt, kredit, darlehen, empréstimo, prestito, mutuo, кредит, ипотек, قرض, ऋण, कर्ज, 贷款, 貸款, ローン, 대출
interest: interés, intérêt, zins, juros, interess, процент, فائدة, ब्याज, 利息, 利率, 金利, 이자
tax: impuesto, impôt, steuer, imposto, tassa, imposta, налог, ضريبة, कर दर, 税, 稅, 税金, 세금
number: número, numero, nombre entier, nummer, zahl, zahlen, numer, число, номер, رقم, أرقام, संख्या, नंबर, 数字, 號碼, 号码, 番号, 数値, 번호, 숫자
percentage: porcentaje, pourcentage, prozent, porcentagem, percentual, процент, نسبة مئوية, प्रतिशत, 百分比, パーセント, 퍼센트
unit: unidad, unité, einheit, unidade, unità, единиц, وحدة, इकाई, 单位, 單位, 単位, 단위
equation: ecuación, équation, gleichung, equação, equazion, уравнен, معادلة, समीकरण, 方程, 方程式, 방정식
statistic: estadístic, statistique, statistik, estatístic, statistich, статистик, إحصاء, सांख्यिकी, 统计, 統計, 통계
average: promedio, moyenne, durchschnitt, mittelwert, média, media, средн, متوسط, औसत, 平均, 평균
chart: gráfic, graphique, diagramm, grafic, график, диаграмм, رسم بياني, चार्ट, 图表, 圖表, グラフ, 차트, 그래프
random: aleatori, aléatoire, zufäll, zufall, casual, случайн, عشوائي, यादृच्छिक, 随机, 隨機, ランダム, 무작위, 랜덤
code: código, codigo, codice, код, كود, رمز, कोड, 代码, 代碼, コード, 코드
qr code: código qr, qr-code, qr код, رمز qr, رمز الاستجابة, 二维码, 二維碼, QRコード, 큐알
barcode: código de barras, code-barres, strichcode, codice a barre, штрихкод, штрих-код, باركود, बारकोड, 条形码, バーコード, 바코드
scan: escanear, escane, scanner, scann, scansion, сканир, مسح, स्कैन, 扫描, 掃描, スキャン, 스캔
spell: ortograf, orthograph, rechtschreib, орфограф, إملائي, वर्तनी, 拼写, スペル, 맞춤법
sentiment: sentimiento, stimmung, sentimento, тональн, настроен, مشاعر, भावना, 情感, 感情, 감정
keyword: palabra clave, palabras clave, mot-clé, mots-clés, stichwort, schlüsselwort, palavra-chave, parola chiave, ключев, كلمات مفتاحية, कीवर्ड, 关键词, 關鍵詞, キーワード, 키워드
remove: eliminar, quitar, supprim, enlever, entfern, lösch, remover, apagar, rimuov, удал, убрать, إزالة, حذف, हटा, 删除, 刪除, 去除, 削除, 삭제, 제거
duplicate: duplicad, doublon, doppelt, duplikat, duplicat, дублик, مكرر, डुप्लिकेट, 重复, 重複, 중복
similar: parecid, semblable, ähnlich, semelhant, parecid, simil, похож, مشابه, समान, 相似, 類似, 비슷, 유사
save: guardar, sauvegard, enregistrer, speicher, salvar, salva, сохран, حفظ, सहेज, 保存, 儲存, 저장
remember: recordar, souven, erinner, merk, lembrar, ricord, запомн, تذكر, याद, 记住, 記住, 覚え, 기억
memory: memoria, mémoire, gedächtnis, memória, память, памят, ذاكرة, स्मृति, मेमोरी, 记忆, 記憶, メモリ, 메모리
message: mensaje, nachricht, mensagem, messaggi, сообщен, رسالة, संदेश, 消息, 訊息, メッセージ, 메시지
send: enviar, envoy, send, inviare, отправ, إرسال, भेज, 发送, 發送, 送信, 보내
queue: cola, warteschlange, fila, coda, очеред, طابور, कतार, 队列, 佇列, キュー, 대기열
history: historial, historique, verlauf, histórico, cronologi, истори, سجل التغييرات, इतिहास, 历史, 歷史, 履歴, 기록
archive: archivad, archivé, archiviert, arquivad, archivi, архив, أرشيف, संग्रह, 存档, 歸檔, アーカイブ, 아카이브
version: versión, versão, version, versione, верси, إصدار, संस्करण, 版本, バージョン, 버전
change: cambio, changement, änderung, mudança, alteraç, cambiament, изменен, تغيير, बदलाव, 变化, 變更, 変更, 변경
compare page changes: cambió la página, seite geändert, 网页变化
permission: permiso, permission, berechtigung, erlaub, permiss, разрешен, إذن, अनुमति, 权限, 權限, 許可, 권한
crawl: rastrear, explorer, durchsuch, краул, обход, زحف, क्रॉल, 爬取, 抓取, 爬虫, クロール, 크롤링
feed rss: canal rss, flux, fil rss, лент, خلاصة, 订阅, フィード, 피드
recipe: receta, recette, rezept, receita, ricett, рецепт, وصفة, रेसिपी, 食谱, レシピ, 레시피
book: libro, livre, buch, bücher, livro, книг, كتاب, किताब, 书籍, 書籍, 도서
reserve: reservar, réserv, reservier, buchen, prenot, заброн, бронир, حجز, आरक्षण, 预订, 預訂, 予約, 예약
hotel: hôtel, отел, гостиниц, فندق, होटल, 酒店, 旅馆, ホテル, 호텔
flight: vuelo, flug, voo, volo, рейс, авиабилет, رحلة جوية, उड़ान, 航班, 機票, 机票, 航空券, 비행기, 항공권
buy: comprar, acheter, kaufen, acquist, купит, شراء, खरीद, 购买, 購買, 買う, 購入, 구매
order: pedir, commander, bestell, encomendar, ordinar, заказ, طلب, ऑर्डर, 点餐, 订购, 注文, 주문
song: canción, chanson, lied, canção, canzon, песн, أغنية, गाना, 歌曲, 歌詞, 노래
movie: película, film, filme, фильм, فيلم, फिल्म, 电影, 電影, 映画, 영화
medicine: medicament, médicament, medikament, arznei, farmac, лекарств, دواء, दवा, 药物, 藥物, 薬, 의약품
disease: enfermedad, maladie, krankheit, doença, malatt, болезн, заболеван, مرض, बीमारी, रोग, 疾病, 病気, 질병
law: ley, loi, gesetz, lei, legge, закон, قانون, कानून, 法律, 法令, 법률
patent: patente, brevet, brevett, патент, براءة اختراع, पेटेंट, 专利, 專利, 特許, 특허
job: empleo, emploi, arbeitsplatz, stellenangebot, emprego, lavoro, ваканс, وظيفة, नौकरी, 职位, 求人, 채용
airport: aeropuerto, aéroport, flughafen, aeroporto, аэропорт, مطار, हवाई अड्डा, 机场, 機場, 空港, 공항
car: coche, voiture, auto, carro, macchina, машин, автомоб, سيارة, कार, 汽车, 汽車, 自動車, 車, 자동차
wallet: cartera, billetera, portefeuille, geldbörse, carteira, portafogl, кошел, محفظة, वॉलेट, 钱包, 錢包, ウォレット, 지갑
balance: saldo, solde, kontostand, guthaben, баланс, остаток, رصيد, शेष, 余额, 餘額, 残高, 잔액
transaction: transacción, transaction, transaktion, transação, transazion, транзакц, معاملة, लेनदेन, 交易, 取引, 거래
payment: pago, paiement, zahlung, pagamento, платеж, оплат, دفع, भुगतान, 支付, 付款, 決済, 支払, 결제
contract: contrato, contrat, vertrag, contratto, контракт, عقد, अनुबंध, 合约, 合約, 契約, 계약
sanction: sancion, sanktion, sanção, sanzion, санкц, عقوبات, प्रतिबंध, 制裁, 제재
fraud: fraude, estafa, arnaque, betrug, betrüg, golpe, truff, frode, мошенн, احتيال, धोखा, 诈骗, 詐騙, 詐欺, 사기
technology: tecnolog, technologie, технолог, تقنية, तकनीक, 技术, 技術, 기술
language model prompt: modelo de lenguaje, sprachmodell, 语言模型, 大模型, 言語モデル
size: tamaño, taille, größe, grösse, tamanho, dimension, размер, حجم, आकार, 大小, 尺寸, サイズ, 크기
current: actual, actuel, aktuell, atual, attual, текущ, الحالي, वर्तमान, 当前, 現在, 현재
longitude: longitud, longitude, längengrad, долгот, طول, देशांतर, 经度, 経度, 경도
latitude: latitud, latitude, breitengrad, широт, عرض, अक्षांश, 纬度, 緯度, 위도
change: cambiar, changer, ändern, mudar, cambiare, измени, 改, 変える, 바꾸기
write: escribir, écrire, schreib, escrever, scrivere, написа, كتابة, लिख, 写, 書, 쓰기
validate: validar, valider, validier, validar, validare, валид, 校验, 妥当性, 유효
status: estado, état, zustand, stato, статус, состояни, حالة, स्थिति, 状态, 狀態, 状態, 상태
score: puntuación, punktzahl, оценк, 分数, スコア, 점수
title: título, titre, titel, titolo, заголов, عنوان الصفحة, शीर्षक, 标题, タイトル, 제목
user: usuario, utilisateur, benutzer, usuário, utente, пользовател, مستخدم, उपयोगकर्ता, 用户, ユーザー, 사용자
part: parte, partie, teil, част, جزء, भाग, 部分, 부분
`

/** Function words of these languages. Most of them show which language is used. */
export const FUNCTION_WORDS = `
el los las una unos unas del al que qué con por para cómo como cuál cuáles cuándo cuanto cuánto cuántos
cuántas dónde donde quién quien es está son hay hace hará sea mi su este esta estos esto en de la lo y o u e un
hacer tiene tengo quiero saber mostrar ver dame
le les des du une dans sur avec pour quel quelle quels quelles comment combien quand où est-ce est sont
ce cette ces mon ma mes son sa à au aux et ou qui que fait faire il elle nous vous je j'ai d' l' n'est pas
der das dem den ein eine einer einen einem eines und oder ist sind wie was wer wem wann wo welche welcher
welches für von vom mit auf aus nach bei zu zum zur im ich mein meine meiner meinen dieser diese dieses gibt
es nicht wird viel viele kann man
os dos das da do no na nos nas um uma uns umas não é são fazer qual quais quando onde quem esse essa meu minha
tem isso ao
il gli lo di della dello dei delle degli nel nella che chi quale quali quando dove sono questo questa mio
mia fa si per tra
и в во на с со из к по о об от для за у не что как кто где когда какой какая какие какое сколько чей чья это этот
эта этого этом мне мой моя мои ли у есть или до при через какого какому узнать показать получить сделать
في من على إلى الى عن مع هو هي هذا هذه ما ماذا من كيف متى أين اين كم هل أي اي و أو التي الذي بين لي عند كان يقع أريد
का की के को में से पर है हैं क्या कैसे कब कहाँ कहां कौन कितना कितने कितनी यह वह इस उस और या एक मेरा मेरी मुझे करें करना करो बताओ
है दो था बीच कर
是否 的 了 吗 呢 什么 怎么 如何 一个 这个 那个 哪个 哪里 多少 几个 请 我 我的 把 从 到 在 为 和 之间 还是 有没有 可以 帮我
を は が の に へ と で も から まで する して します した ください 何 どこ どれ いつ ある ですか です か
의 을 를 이 가 은 는 에 에서 로 으로 와 과 하기 해줘 하는 한 무엇 어디 언제 누구 어떻게 인가요 있나요 좀
`
