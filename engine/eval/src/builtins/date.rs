//! Dates: milliseconds since 1970-01-01 UTC in the proleptic Gregorian calendar.

use super::Emit;
use crate::limits::Stop;
use crate::value::Values;
use quarrel_common::always;
use quarrel_datalog::BuiltinOp;

const DAY: i64 = 86_400_000;
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// The valid years (language.md section 15).
const YEARS: std::ops::RangeInclusive<i64> = -16_777_216..=16_777_215;

/// A date in parts; the month counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parts {
    year: i64,
    month: i64,
    day: i64,
    /// Milliseconds since midnight.
    time: i64,
}

/// Days since 1970-01-01. Years are counted from March, so that the leap day is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
}

fn parts(millis: i64) -> Parts {
    let since_march_of_0 = millis.div_euclid(DAY) + 719_468;
    let era = since_march_of_0.div_euclid(146_097);
    let of_era = since_march_of_0.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Parts { year, month, day: of_year - (153 * shifted + 2) / 5 + 1, time: millis.rem_euclid(DAY) }
}

pub(super) fn apply(
    op: BuiltinOp,
    inputs: &[u32],
    values: &Values<'_>,
    emit: &mut Emit<'_>,
) -> Result<(), Stop> {
    use BuiltinOp as Op;
    let Some(millis) = always!(inputs.first()).map(|date| values.date_of(*date)) else { return Ok(()) };
    let Parts { year, month, day, time } = parts(millis);
    let int = match op {
        Op::DateDaysTo => match inputs.get(1) {
            Some(other) => values.date_of(*other).saturating_sub(millis) / DAY,
            None => return Ok(()),
        },
        Op::DateGetDay => day,
        Op::DateGetHours => time / 3_600_000,
        Op::DateGetMinutes => time / 60_000 % 60,
        Op::DateGetSeconds => time / 1000 % 60,
        Op::DateGetYear => year,
        Op::DateGetMonth => return emit(&[values.string(MONTHS[month as usize - 1])]),
        Op::DateToIso => return emit(&[values.string(&format!("{}Z", text(millis, 'T')))]),
        Op::DateToString => return emit(&[values.string(&text(millis, ' '))]),
        _ => return Ok(()),
    };
    i32::try_from(int).map_or(Ok(()), |int| emit(&[int.cast_unsigned()]))
}

/// `yyyy-MM-dd HH:mm:ss`, with milliseconds unless they are 0.
fn text(millis: i64, between: char) -> String {
    let Parts { year, month, day, time } = parts(millis);
    let (hours, minutes, seconds) = (time / 3_600_000, time / 60_000 % 60, time / 1000 % 60);
    let date = format!("{year:04}-{month:02}-{day:02}{between}{hours:02}:{minutes:02}:{seconds:02}");
    if time % 1000 == 0 { date } else { format!("{date}.{:03}", time % 1000) }
}

/// Parses `yyyy-MM-dd`, `yyyyMMdd`, `dd/MM/yyyy` or `dd Month yyyy`, the first also with a time `HH:mm[:ss[.SSS]]`
/// after a space or `T`, and a `Z`.
pub(super) fn parse(text: &str) -> Option<i64> {
    let number = |text: &str| -> Option<i64> {
        (!text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| text.parse().ok())?
    };
    if !text.is_ascii() {
        return None;
    }
    if text.contains('/') {
        let mut fields = text.splitn(3, '/').map(number);
        let (day, month, year) = (fields.next()??, fields.next()??, fields.next()??);
        return make(year, month, day, 0);
    }
    if let Some((day, rest)) = text.split_once(' ')
        && let Some((month, year)) = rest.split_once(' ')
    {
        let month = MONTHS.iter().position(|name| name.eq_ignore_ascii_case(month))? as i64 + 1;
        return make(number(year)?, month, number(day)?, 0);
    }
    if text.len() == 8 && number(text).is_some() {
        return make(number(&text[..4])?, number(&text[4..6])?, number(&text[6..])?, 0);
    }
    let (date, time) = match text.split_once([' ', 'T']) {
        Some((date, time)) => (date, Some(time.strip_suffix('Z').unwrap_or(time))),
        None => (text, None),
    };
    let (negative, date) = match date.strip_prefix('-') {
        Some(date) => (-1, date),
        None => (1, date),
    };
    let mut fields = date.splitn(3, '-').map(number);
    let (year, month, day) = (fields.next()??, fields.next()??, fields.next()??);
    let time = match time {
        None => 0,
        Some(time) => {
            let mut fields = time.splitn(3, ':');
            let (hours, minutes) = (number(fields.next()?)?, number(fields.next()?)?);
            let seconds = fields.next().unwrap_or("0");
            let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
            let millis = number(fraction)? * 10i64.pow(3u32.checked_sub(fraction.len() as u32)?);
            let seconds = number(seconds)?;
            if hours > 23 || minutes > 59 || seconds > 59 {
                return None;
            }
            ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis
        }
    };
    make(negative * year, month, day, time)
}

fn make(year: i64, month: i64, day: i64, time: i64) -> Option<i64> {
    if !YEARS.contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let millis = days(year, month, day) * DAY + time;
    // The 31st of a shorter month would become another day.
    (parts(millis).day == day).then_some(millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_parts_agree_over_eight_centuries() {
        for day in -150_000..150_000i64 {
            let Parts { year, month, day: of_month, .. } = parts(day * DAY);
            assert_eq!(days(year, month, of_month), day);
        }
        assert_eq!(text(0, ' '), "1970-01-01 00:00:00");
        assert_eq!(text(951_782_400_000 - 1, ' '), "2000-02-28 23:59:59.999");
        assert_eq!(text(951_782_400_000, 'T'), "2000-02-29T00:00:00");
    }

    #[test]
    fn texts_read_back() {
        for millis in [0, -1, 951_782_400_123, -62_200_000_000_000, 253_402_300_799_000] {
            assert_eq!(parse(&text(millis, ' ')), Some(millis), "{}", text(millis, ' '));
        }
        for same in ["2000-02-29", "20000229", "29/02/2000", "29 February 2000", "2000-02-29 00:00"] {
            assert_eq!(parse(same), Some(951_782_400_000), "{same}");
        }
        for none in ["", "2001-02-29", "2000-13-01", "2000-02", "x", "1/2", "29 Foo 2000", "2000-01-01 24:00"]
        {
            assert_eq!(parse(none), None, "{none}");
        }
    }
}
