package fairlap;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** What makes one transaction of the statements of a batch. */
@Configuration
class Transactions {
    /** The protocol: a batch is one as it is. */
    @Bean
    @Profile("postgresql")
    TransactionOperations none() {
        return TransactionOperations.withoutTransaction();
    }

    /** Otherwise each statement is one of its own, and is written to the disk. */
    @Bean
    @Profile("mariadb")
    TransactionOperations around(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }
}
