package fairlap;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** TechEmpower's tests (docs/suites.md) on Spring Boot; those with a database are in {@link Database}. */
@SpringBootApplication
@RestController
public class Application {
    record Message(String message) {}

    public static void main(String[] arguments) {
        var application = new SpringApplication(Application.class);
        if (has("MARIADB_HOST")) {
            application.setAdditionalProfiles("mariadb");
        } else if (has("PGHOST")) {
            application.setAdditionalProfiles("postgresql");
        } else {
            application.setDefaultProperties(Map.of(
                "spring.autoconfigure.exclude", "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"));
        }
        application.run(arguments);
    }

    private static boolean has(String variable) {
        return !System.getenv().getOrDefault(variable, "").isEmpty();
    }

    @GetMapping("/json")
    Message json() {
        return new Message("Hello, World!");
    }

    @GetMapping(value = "/plaintext", produces = MediaType.TEXT_PLAIN_VALUE)
    String plaintext() {
        return "Hello, World!";
    }
}
