-- The letters of a text that a search compares: without case, accents, apostrophes and dots; hyphens are spaces. `folded` of
-- admin-vue/src/views/checkIn/folded.ts is the same rule. Letter tables of its own, because `lower` depends on the database's locale.
CREATE FUNCTION folded(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters text := typed;
BEGIN
  IF octet_length(letters) > length(letters) THEN
    -- Accents that stand alone serve as apostrophes. NFKD would make spaces of them.
    letters := normalize(translate(letters, '´΄᾽᾿῾', ''), NFKD);
    letters := regexp_replace(letters,
      '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
      '', 'g');
    letters := translate(letters,
      'ÐØĐĦŁŊŦðøđħłŋŧıς'
      'ÆÞŒƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞ'
      'ϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲ'
      'ҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ'
      '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
      '‐‑‒–—―−・·،、，'
      'ʻʼʽʾʿˈ‘’‚‛′‵ʹ。',
      'dodhlntdodhlntiσ'
      'æþœɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟ'
      'ϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳ'
      'ҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'
      '01234567890123456789'
      '            ');
    letters := replace(replace(replace(replace(replace(letters, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  END IF;
  letters := translate(lower(letters COLLATE "C"), '-,' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || '''`.', '       ');
  IF strpos(letters, '  ') > 0 THEN
    letters := regexp_replace(letters, ' {2,}', ' ', 'g');
  END IF;
  RETURN btrim(letters);
END
$$;

-- What a search of bookings compares: a line for the name, the address and each text of the extra fields, and `#digits#` for each text
-- that may contain a phone number.
CREATE FUNCTION search_text(customer_name text, customer_email text, extra jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
DECLARE
  lines text := booking.folded(customer_name) || chr(10) || booking.folded(customer_email);
  digits text;
  value text;
BEGIN
  IF extra <> '{}' THEN
    FOR value IN
      SELECT field.value #>> '{}' FROM jsonb_each(extra) field WHERE jsonb_typeof(field.value) = 'string'
    LOOP
      value := booking.folded(value);
      digits := ltrim(translate(value, translate(value, '0123456789', ''), ''), '0');
      lines := lines || chr(10) || value;
      IF length(digits) >= 5 THEN
        lines := lines || chr(10) || '#' || digits || '#';
      END IF;
    END LOOP;
  END IF;
  RETURN lines;
END
$$;

-- The letters and the pairs of adjacent letters in that text, hashed with the venue. Only the index uses them: a search reads the bookings of its venue, and the index contains no personal data that an
-- erasure would leave. A loop, because a query is twenty times as slow. The cost keeps every plan from computing it for each booking.
CREATE FUNCTION search_letters(venue integer, customer_name text, customer_email text, extra jsonb) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
DECLARE
  keys bigint[] := '{}';
  before text := chr(10);
  letter text;
BEGIN
  FOREACH letter IN ARRAY
    string_to_array(replace(booking.search_text(customer_name, customer_email, extra), ' ', ''), NULL)
  LOOP
    IF letter <> chr(10) THEN
      keys := keys || hashtextextended(letter, venue);
      IF before <> chr(10) THEN
        keys := keys || hashtextextended(before || letter, venue);
      END IF;
    END IF;
    before := letter;
  END LOOP;
  RETURN keys;
END
$$;
