//! ab's `-w`: the results as an HTML table. It has fewer fields than the text, as ab's has.

use std::fmt::{self, Display, Formatter};

use super::figures::{Figures, TimesTable};
use super::layout::{document_length, kilobytes_per_s, millis};
use super::options::{Html, Options};
use super::request::Place;

/// The lines before anything is measured.
pub(super) const BANNER: &str = "\
<p>
 This is ApacheBench, Version 2.3 <i>&lt;$Revision$&gt;</i><br>
 Copyright 1996 Adam Twiss, Zeus Technology Ltd, http://www.zeustech.net/<br>
 Licensed to The Apache Software Foundation, http://www.apache.org/<br>
</p>
<p>
";

/// What is printed once everything is measured.
pub(super) struct Page<'a> {
    pub(super) html: &'a Html,
    pub(super) options: &'a Options,
    pub(super) place: &'a Place,
    pub(super) figures: &'a Figures,
}

impl Display for Page<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { html, options, place, figures } = self;
        let failed = figures.failed;
        writeln!(f, "\n\n<table {}>", html.table)?;
        self.row(f, "Server Software:", &escape(&figures.server))?;
        self.row(f, "Server Hostname:", &escape(&place.host))?;
        self.row(f, "Server Port:", &place.port.to_string())?;
        self.row(f, "Document Path:", &escape(&place.path))?;
        self.row(f, "Document Length:", &document_length(options, figures))?;
        self.row(f, "Concurrency Level:", &options.concurrency.to_string())?;
        self.row(f, "Time taken for tests:", &format!("{:.3} seconds", figures.taken_s))?;
        self.row(f, "Complete requests:", &figures.complete().to_string())?;
        self.row(f, "Failed requests:", &failed.total().to_string())?;
        if failed.total() > 0 {
            writeln!(
                f,
                "<tr {}><td colspan=4 {} >   (Connect: {}, Length: {}, Exceptions: {})</td></tr>",
                html.row,
                html.cell,
                failed.connect,
                failed.length,
                failed.receive + failed.exceptions
            )?;
        }
        if figures.non_2xx > 0 {
            self.row(f, "Non-2xx responses:", &figures.non_2xx.to_string())?;
        }
        if options.keepalive {
            self.row(f, "Keep-Alive requests:", &figures.kept_alive.to_string())?;
        }
        self.row(f, "Total transferred:", &format!("{} bytes", figures.received_bytes))?;
        if options.body.is_some() {
            self.row(f, "Total body sent:", &figures.sent_bytes.to_string())?;
        }
        self.row(f, "HTML transferred:", &format!("{} bytes", figures.body_bytes))?;
        self.rates(f)?;
        if let Some(times) = &figures.times {
            self.times(f, times)?;
        }
        writeln!(f, "</table>")
    }
}

impl Page<'_> {
    fn row(&self, f: &mut Formatter<'_>, label: &str, value: &str) -> fmt::Result {
        let Html { row, cell, .. } = self.html;
        writeln!(f, "<tr {row}><th colspan=2 {cell}>{label}</th><td colspan=2 {cell}>{value}</td></tr>")
    }

    fn rates(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { html, options, figures, .. } = self;
        let Some(rate) = figures.answers_per_s() else { return Ok(()) };
        let kilobytes = |bytes| kilobytes_per_s(bytes, figures.taken_s);
        self.row(f, "Requests per second:", &format!("{rate:.2}"))?;
        self.row(f, "Transfer rate:", &format!("{:.2} kb/s received", kilobytes(figures.received_bytes)))?;
        if options.body.is_some() {
            let both = figures.received_bytes + figures.sent_bytes;
            for (value, what) in [(kilobytes(figures.sent_bytes), "sent"), (kilobytes(both), "total")] {
                let Html { row, cell, .. } = html;
                writeln!(
                    f,
                    "<tr {row}><td colspan=2 {cell}>&nbsp;</td><td colspan=2 {cell}>{value:.2} kb/s {what}</td></tr>"
                )?;
            }
        }
        Ok(())
    }

    fn times(&self, f: &mut Formatter<'_>, times: &TimesTable) -> fmt::Result {
        let Html { row, cell, .. } = self.html;
        writeln!(f, "<tr {row}><th {cell} colspan=4>Connection Times (ms)</th></tr>")?;
        writeln!(
            f,
            "<tr {row}><th {cell}>&nbsp;</th> <th {cell}>min</th>   <th {cell}>avg</th>   <th {cell}>max</th></tr>"
        )?;
        let lines = [("Connect:", times.connect), ("Processing:", times.processing), ("Total:", times.total)];
        for (label, line) in lines {
            let [min, mean, max] = [line.min, line.mean, line.max].map(millis);
            writeln!(
                f,
                "<tr {row}><th {cell}>{label}</th><td {cell}>{min:>5}</td><td {cell}>{mean:>5}</td><td {cell}>{max:>5}</td></tr>"
            )?;
        }
        Ok(())
    }
}

/// What came from outside is text, not markup.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
