use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe};
use tokio::time::timeout;

use crate::backend::Place;
use crate::change::Change;
use crate::values::Values;
use crate::writer::Queue;
use crate::{Backend, Error, Result, house, schema};

/// What the house keeps. Cloning it is cheap, and all clones are the same store.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    place: Place,
    readers: AnyPool,
    queue: Queue,
}

/// How long a read may take.
const READING: Duration = Duration::from_secs(25);

impl Store {
    /// Opens the store at `sqlite:///path/to/file.db` or `postgres://user@host/name`, and brings its schema up to date.
    /// A SQLite file that is not there is made; one that is damaged, foreign or too new is refused and left as it is.
    pub async fn open(url: &str) -> Result<Store> {
        let place = Place::find(url).await?;
        let mut connection = place.connect().await?;
        schema::migrate(&mut connection).await?;
        house::found(&mut connection).await?;
        let readers = place.readers();
        let queue = Queue::start(place.clone(), connection);
        Ok(Store { inner: Arc::new(Inner { place, readers, queue }) })
    }

    /// Writes what is still waiting, and closes. Whatever is asked afterwards is answered [`Error::Closed`].
    pub async fn close(&self) {
        self.inner.readers.close().await;
        self.inner.queue.close().await;
    }

    /// Which kind of database it is.
    pub fn backend(&self) -> Backend {
        self.inner.place.backend
    }

    /// Whether all is well: a read is answered, the writer too, and the last thing it had to write was written.
    pub async fn ping(&self) -> Result<()> {
        self.secret().await?;
        self.change(Change::Nothing).await?;
        self.inner.queue.trouble().map_or(Ok(()), Err)
    }

    pub(crate) async fn change(&self, change: Change) -> Result<i64> {
        self.inner.queue.submit(change).await
    }

    pub(crate) async fn read(&self, sql: String, values: Values) -> Result<Vec<AnyRow>> {
        let query = sqlx::query_with(AssertSqlSafe(sql), values.into_arguments());
        let late = |_| Error::Unavailable("no answer in time".into());
        Ok(timeout(READING, query.fetch_all(&self.inner.readers)).await.map_err(late)??)
    }

    pub(crate) fn place(&self) -> &Place {
        &self.inner.place
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({})", self.backend())
    }
}
